import { readFileSync } from "node:fs";
import { startupSnapshot } from "node:v8";
import { plan } from "../shared/aggregate/plan.ts";
import { collect } from "../shared/io/collect.ts";
import type { Connection } from "../shared/io/connection.ts";
import { readFiles } from "../shared/io/files.ts";
import { readerOf } from "../shared/io/reader.ts";
import { firstDocumentOf } from "../shared/parse/first-document.ts";
import { type Options, parseOptions } from "./options.ts";
import { run } from "./run.ts";
import { start } from "./start.ts";
import { nobody, type World } from "./world.ts";

// What a single executable begins with. It is run when the executable is built, and what is on the heap then is there at
// once whenever the executable starts: every module, and what V8 made of each function that had to run.

// What is compiled is in it already.
startupSnapshot.setDeserializeMainFunction(() => start(process, () => {}));

/** In the sample: any file of YAML would do. */
const hyperConverged =
  "media/sample/quay-io-kubevirt-must-gather-sha256-1c5d0e7a/namespaces/kubevirt-hyperconverged/crs/hyperconvergeds.hco.kubevirt.io/kubevirt-hyperconverged.yaml";

void rehearse("media/sample");

/** Judges and prints the sample for nobody, once in each way that people ask for most, and reads it as from a cluster. */
async function rehearse(folder: string): Promise<void> {
  for (const output of ["text", "json"]) {
    const options = parseOptions(["--must-gather", folder, "-o", output]) as Options;
    if ((await run(options, nowhere())) !== 0) throw new Error("the sample cannot be shown");
  }
  const { objects } = await readFiles([folder], { recursive: true, stdin: nowhere().stdin });
  const start = { source: { kind: "cluster", name: "" }, takenAt: nowhere().now() } as const;
  await collect(readerOf(serving(objects.map(({ raw }) => raw))), (soFar) => plan(soFar, {}), start);
  firstDocumentOf(readFileSync(hyperConverged, "utf8"), "");
}

/** A server that has these objects. */
function serving(objects: readonly object[]): Connection {
  return {
    server: "",
    counters: { requests: 0, connections: 0 },
    async get(path) {
      const plural = path.replace(/\?.*/, "").split("/").at(-1);
      const items = objects.filter((object) => "kind" in object && `${String(object.kind).toLowerCase()}s` === plural);
      const body = JSON.stringify({ kind: "List", metadata: {}, items });
      return { status: 200, headers: {}, body, conceal: (text) => text };
    },
    lines: async () => ({ is: "over" }),
    renew() {},
    async opened() {},
    close() {},
  };
}

function nowhere(): World {
  return {
    screen: { isTerminal: false, isInputTerminal: false, platform: "linux", environment: {} },
    stdin: (async function* () {})(),
    print() {},
    taken: async () => {},
    settle() {},
    tell() {},
    now: () => "2026-11-21T12:00:00Z",
    milliseconds: () => 0,
    clock: { now: () => 0, after: () => () => {} },
    random: () => 0,
    person: nobody,
    home: "/",
    cwd: "/",
    architecture: "",
    runtime: "",
    cacheHome: "/",
    keepCode() {},
  };
}
