import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeFolder } from "../io/must-gather-layouts/archives.ts";
import { virtualization } from "../io/must-gather-layouts/layouts.ts";
import { readCollected } from "../io/must-gather-layouts/objects.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { runInProcess } from "./run-in-process.ts";

const folder = temporaryFolder();

const namespace = "kubevirt-hyperconverged";
const mustGather = virtualization(readCollected(), namespace);
const broken = "a: [\n";
const object = "apiVersion: a.example/v1\nkind: Box\nmetadata: {name: x}\nstatus: {conditions: []}\n";

const files = writeFolder(
  new Map([
    ["bad\nname.yaml", broken],
    ["good.yaml", object],
  ]),
  join(folder, "files"),
);
const collected = writeFolder(
  new Map([...mustGather, ["cluster-scoped-resources/cdis.cdi.kubevirt.io/bad\nname.yaml", broken]]),
  join(folder, "must-gather"),
);

describe.for([
  ["files", ["-f", files]],
  ["a gather", ["--must-gather", collected]],
] as const)("a line break in the name of a damaged file breaks no line of a report on %s", ([, source]) => {
  test.for(["text", "wide", "plain", "markdown", "html"])("%s", async (format) => {
    const { stdout } = await runInProcess([...source, "-o", format, "--width", "0"]);
    expect(stdout).toMatch(/bad(?: |&#\d+;|\\n)name/);
    expect(stdout.split("\n").filter((line) => line.startsWith("name.yaml") || line.endsWith("bad"))).toEqual([]);
  });
});
