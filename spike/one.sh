F="-swift-version 6 -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility -package-name main -module-name Scenarios -I /work/t/b25/debug/Modules"
cd /work/main; f=$1; others=$(find Sources/Scenarios -name '*.swift' ! -path "*/$(basename $f)")
swiftc -frontend -dump-ast -dump-ast-format json $F -parse-as-library -primary-file $f $others > /work/t/x/rp/one.json 2>/dev/null
/work/t/x/rp/tool $f /work/t/x/rp/one.json > /work/t/x/rp/marked/$(basename $f)
