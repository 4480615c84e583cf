R=/work/main; F="-swift-version 6 -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility -package-name main -module-name Scenarios -I /work/t/b25/debug/Modules"
rm -rf marked; mkdir marked
cd $R; all=$(find Sources/Scenarios -name '*.swift'); pit=$(find Sources/Scenarios/Pitfalls -name '*.swift')
for f in $pit; do
  others=$(echo "$all" | grep -v "^$f$")
  swiftc -frontend -dump-ast -dump-ast-format json $F -parse-as-library -primary-file $f $others > /work/t/x/rp/one.json 2>/dev/null
  n=$(basename $f); /work/t/x/rp/tool $f /work/t/x/rp/one.json > /work/t/x/rp/marked/$n || { echo "FAIL $f"; cp $f /work/t/x/rp/marked/$n; }
done
