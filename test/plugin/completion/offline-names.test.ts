import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { CompletionReply } from "../../../plugin/completion/choices.ts";
import { completeWords } from "../../../plugin/completion/reply.ts";
import { lookUpChoices } from "../../../plugin/completion/values.ts";
import type { HostEnvironment } from "../../../plugin/process/host-environment.ts";
import { tarOf, writeFolder } from "../../io/must-gather-layouts/archives.ts";
import { virtualization, yamlOf } from "../../io/must-gather-layouts/layouts.ts";
import { readCollected } from "../../io/must-gather-layouts/objects.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder();

const namespace = "kubevirt-hyperconverged";
const mustGather = writeFolder(virtualization(readCollected(), namespace), join(folder, "must-gather"));
const archive = tarOf(mustGather, join(folder, "gather.tar.gz"));

function file(name: string, items: readonly object[], more = ""): string {
  writeFileSync(join(folder, name), yamlOf({ apiVersion: "v1", kind: "List", items }) + more);
  return join(folder, name);
}

const boxes = ["one", "two"].map((name) => ({
  apiVersion: "a.example/v1",
  kind: "Box",
  metadata: { name, namespace: name },
}));
const dump = file("dump.yaml", boxes);
const large = file("large.yaml", boxes, "#".repeat(2_000_000));

/** Who asks for anything else of the world than its home has gone to a cluster. */
const environment = { home: "/nonexistent", cwd: "/", screen: { environment: {} } } as unknown as HostEnvironment;

async function completeWordsOffline(...words: readonly string[]): Promise<CompletionReply> {
  return completeWords(words, (what, before) => lookUpChoices(what, before, environment));
}

describe("types and names come from the must-gather or the files that the words name", () => {
  const rows: [words: readonly string[], values: readonly string[]][] = [
    [["--must-gather", mustGather, ""], ["kubevirt-hyperconverged"]],
    [
      ["--must-gather", mustGather, "kub"],
      ["kubevirt-hyperconverged", "kubevirts.kubevirt.io"],
    ],
    [["--must-gather", mustGather, "cdi"], ["cdis.cdi.kubevirt.io"]],
    [["--must-gather", mustGather, "cdi", ""], ["cdi-kubevirt-hyperconverged"]],
    [[`--must-gather=${mustGather}`, "deploy/hyper"], ["deploy/hyperconverged-cluster-operator"]],
    [["--must-gather", mustGather, "deploy", "-n", "elsewhere", "hyper"], []],
    // No CRD tells the plural of Box, so it is guessed.
    [["-f", dump, "b"], ["boxes.a.example"]],
    [
      ["-f", dump, "box/"],
      ["box/one", "box/two"],
    ],
    [["-f", dump, "-n", "two", "box", ""], ["two"]],
  ];
  test.for(rows)("%j", async ([words, values]) => {
    expect((await completeWordsOffline(...words)).choices.map(({ value }) => value)).toEqual(values);
  });
});

test.for([
  ["an archive", ["--must-gather", archive]],
  ["standard input", ["-f", "-"]],
  ["more than 2 MB", ["-f", large]],
  ["what is not there", ["-f", join(folder, "nowhere")]],
  ["no gather", ["--must-gather", writeFolder(new Map(), join(folder, "empty"))]],
] as const)("nothing is offered of %s, which takes longer than a user at a prompt waits", async ([, words]) => {
  for (const typed of ["b", "box/", ""]) expect((await completeWordsOffline(...words, typed)).choices).toEqual([]);
});
