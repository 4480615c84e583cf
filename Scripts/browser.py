"""A page in Chromium, and what every test of a page needs. Needs Chromium (in Debian: chromium), and no library."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

NAME = pathlib.Path(sys.argv[0]).name
CODES = {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "Escape": 27, "Enter": 13, " ": 32, "/": 191, "Tab": 9, "Backspace": 8}


class Browser:
    """A page in Chromium, which is driven over its debugging pipe: JSON with a NUL after each message."""

    def __init__(self, library=""):
        self.library = LIBRARY + library
        # On a Mac an application is not in the path.
        apps = [f"/Applications/{name}.app/Contents/MacOS/{name}" for name in ("Google Chrome", "Chromium")]
        known = filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome", *apps)))
        path = os.environ.get("BROWSER_PATH") or next(known, None)
        if not path:
            print(f"{NAME}: no browser is there. Install Chromium (Debian: apt-get install chromium; macOS: brew install --cask chromium), or set BROWSER_PATH.", file=sys.stderr)
            sys.exit(69)
        (inward, self.to), (self.of, outward) = os.pipe(), os.pipe()
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe"]
        shell = ["sh", "-c", f'exec "$@" 3<&{inward} 4>&{outward}', "sh", path, *options]
        self.process = subprocess.Popen(shell, pass_fds=(inward, outward), stderr=subprocess.DEVNULL)
        os.close(inward)
        os.close(outward)
        (self.count, self.buffer, self.events, self.session) = (0, b"", [], {})
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = {"sessionId": self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]}
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters, **self.session}
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.buffer:
                self.buffer += os.read(self.of, 1 << 20) or sys.exit(f"{NAME}: the browser has ended")
            answer, _, self.buffer = self.buffer.partition(b"\0")
            answer = json.loads(answer)
            if answer.get("id") != self.count:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def open(self, address):
        for url in ("about:blank", address):
            self.call("Page.navigate", url=url)
            self.run("return new Promise((done) => document.readyState === 'complete' ? done() : addEventListener('load', done));")

    def run(self, script, *arguments):
        call = f"(async function () {{ {self.library} {script} }})(...{json.dumps(arguments)})"
        answer = self.call("Runtime.evaluate", expression=call, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def press(self, key):
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=CODES.get(key, ord(key[0].upper())), text=text)

    def show(self, width=1600, height=1000, scheme="light", media=""):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])
        time.sleep(0.2)

    def problems(self):
        """What the console has as an error."""
        entries = [event["params"] for event in self.events if event["method"] in ("Log.entryAdded", "Runtime.exceptionThrown")]
        return [entry for entry in entries if entry.get("entry", {"level": "error"})["level"] == "error"]


# What runs in the page, before each script.
LIBRARY = r"""
const id = (name) => document.getElementById(name);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
const go = (hash) => new Promise((done) => {
  addEventListener('hashchange', () => setTimeout(done, 0), { once: true });
  if (location.hash === hash) dispatchEvent(new Event('hashchange'));
  else location.hash = hash;
});
"""

# The texts that are hard to read. What is left out is given as a selector.
CONTRAST = r"""
const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const channels = (colour) => {
  pen.clearRect(0, 0, 1, 1);
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  return [...pen.getImageData(0, 0, 1, 1).data].map((value) => value / 255);
};
const luminance = (colour) => colour.slice(0, 3).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
const behind = (element) => {
  const layers = [];
  for (let each = element; each; each = each.parentElement) layers.unshift(channels(getComputedStyle(each).backgroundColor));
  // The row that is reached has a ground of its own.
  const band = element.closest('.row.now')?.querySelector('.band');
  if (band) layers.push(channels(getComputedStyle(band).fill));
  return layers.reduce((below, [r, g, b, a]) => [r, g, b].map((value, index) => value * a + below[index] * (1 - a)), [1, 1, 1]);
};
const opacity = (element) => (element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1);
const found = new Set();
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const element = texts.currentNode.parentElement;
  const text = texts.currentNode.data.trim();
  if (!text || !isSeen(element) || element.closest(arguments[0] ?? 'script, option, [aria-disabled=true]')) continue;
  const colour = channels(getComputedStyle(element)[element.closest('svg') ? 'fill' : 'color']);
  const [ground, strength] = [behind(element), (colour[3] ?? 1) * opacity(element)];
  const shown = ground.map((value, index) => colour[index] * strength + value * (1 - strength));
  const [light, dark] = [luminance(shown), luminance(ground)].sort((a, b) => b - a);
  if ((light + 0.05) / (dark + 0.05) < 4.5) found.add(`${((light + 0.05) / (dark + 0.05)).toFixed(2)} “${text.slice(0, 30)}”`);
}
return [...found];
"""


class PageTest:
    """Checks of a page. The data in it is read from the file."""

    library = ""

    def __init__(self, page, browser):
        (self.page, self.browser, self.run) = (page.resolve().as_uri(), browser, browser.run)
        (self.count, self.failed) = (0, 0)
        _, _, data = page.read_text().partition('id="data">')
        self.data = json.loads(data.split("</script>", 1)[0]) if data else None

    def that(self, holds, text):
        self.count += 1
        if not holds:
            self.failed += 1
            print(f"failed: {text}")

    def same(self, found, expected, text):
        self.that(found == expected, f"{text}: expected {expected!r}, got {found!r}")

    def all(self, parts):
        self.browser.events.clear()
        self.browser.call("Emulation.setScriptExecutionDisabled", value=False)
        self.browser.show()
        self.browser.open(self.page)
        for part in parts:
            try:
                part()
            except (RuntimeError, KeyError, TypeError, IndexError) as error:
                self.that(False, f"{part.__name__} stopped: {error!r}")
        self.same(self.browser.problems(), [], "the console")

    def names(self, roles=("button", "slider", "link", "combobox", "image", "region", "group")):
        """What can be used, and what a reader can go to, has a name."""
        for node in self.browser.call("Accessibility.getFullAXTree")["nodes"]:
            if not node.get("ignored") and node["role"]["value"] in roles:
                self.that(node.get("name", {}).get("value", "").strip(), f"a {node['role']['value']} without a name")

    def text_without_scripts(self):
        self.browser.call("Emulation.setScriptExecutionDisabled", value=True)
        self.browser.call("Page.navigate", url=self.page)
        time.sleep(1)
        nodes = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        return "".join(node["name"]["value"] for node in nodes if node.get("role", {}).get("value") == "StaticText")

    @classmethod
    def main(cls):
        pages = [pathlib.Path(name) for name in sys.argv[1:]]
        if not pages or not all(page.is_file() for page in pages):
            print(f"usage: Scripts/{NAME} PAGE.html ...", file=sys.stderr)
            sys.exit(64)
        failed = 0
        browser = Browser(cls.library)
        try:
            for page in pages:
                test = cls(page, browser)
                test.all()
                failed += test.failed
                print(f"{page.name}: {test.count} checks, {test.failed} failed")
        finally:
            browser.process.terminate()
        sys.exit(1 if failed else 0)
