import { startupSnapshot } from "node:v8";
import { type Options, parseOptions } from "./options.ts";
import { run } from "./run.ts";
import { start } from "./start.ts";
import type { World } from "./world.ts";

// What a single executable begins with. It is run when the executable is built, and what is on the heap then is there at
// once whenever the executable starts: every module, and what V8 made of each function that had to run.

// What is compiled is in it already.
startupSnapshot.setDeserializeMainFunction(() => start(process, () => {}));

/** The sample is judged and printed for nobody, once in each way that people ask for most. */
for (const output of ["text", "json"]) {
  const options = parseOptions(["-f", "media/sample", "-o", output]) as Options;
  void run(options, nowhere()).then((code) => {
    if (code !== 0) throw new Error("the sample cannot be shown");
  });
}

function nowhere(): World {
  return {
    screen: { isTerminal: false, isInputTerminal: false, platform: "linux", environment: {} },
    stdin: (async function* () {})(),
    print() {},
    tell() {},
    now: () => "2026-11-21T12:00:00Z",
    milliseconds: () => 0,
    home: "/",
    cwd: "/",
    architecture: "",
    runtime: "",
    cacheHome: "/",
    keepCode() {},
  };
}
