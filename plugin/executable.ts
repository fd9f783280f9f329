import { readFileSync } from "node:fs";
import { startupSnapshot } from "node:v8";
import { planReads } from "../shared/aggregate/read-plan.ts";
import type { ServerConnection } from "../shared/io/connection/connection.ts";
import { readFiles } from "../shared/io/files/read-objects.ts";
import { collectSnapshot } from "../shared/io/reader/collect-snapshot.ts";
import { createReader } from "../shared/io/reader/reader.ts";
import { readFirstDocument } from "../shared/parse/documents/first-document.ts";
import { type CommandLineOptions, parseOptions } from "./cli/parse-options.ts";
import { startProcess } from "./main-process.ts";
import { type HostEnvironment, noTerminal } from "./process/host-environment.ts";
import { runStatus } from "./status/status-command.ts";

// The main file of the single executable. It runs when the executable is built, and what is on the heap then is part of
// the executable. That is every module, and what V8 compiled of each function that had to run.

// The compiled code is in the executable already, so nothing is cached.
startupSnapshot.setDeserializeMainFunction(() => startProcess(process, () => {}));

/** A file of the sample. Any YAML file would do. */
const hyperConverged =
  "media/sample/quay-io-kubevirt-must-gather-sha256-1c5d0e7a/namespaces/kubevirt-hyperconverged/crs/hyperconvergeds.hco.kubevirt.io/kubevirt-hyperconverged.yaml";

void rehearse("media/sample");

/**
 * Evaluates and prints the sample without output, so that V8 compiles the code. It does so in the two most frequent
 * formats, and reads the sample as from a cluster too.
 */
async function rehearse(folder: string): Promise<void> {
  for (const output of ["text", "json"]) {
    const options = parseOptions(["--must-gather", folder, "-o", output]) as CommandLineOptions;
    if ((await runStatus(options, nowhere())) !== 0) throw new Error("the sample cannot be shown");
  }
  const { objects } = await readFiles([folder], { recursive: true, stdin: nowhere().stdin });
  const start = { source: { kind: "cluster", name: "" }, takenAt: nowhere().now() } as const;
  await collectSnapshot(createReader(serving(objects.map(({ raw }) => raw))), (soFar) => planReads(soFar, {}), start);
  readFirstDocument(readFileSync(hyperConverged, "utf8"), "");
}

/** A connection to a server that has these objects. */
function serving(objects: readonly object[]): ServerConnection {
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

function nowhere(): HostEnvironment {
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
    person: noTerminal,
    home: "/",
    cwd: "/",
    architecture: "",
    runtime: "",
    cacheHome: "/",
    keepCode() {},
  };
}
