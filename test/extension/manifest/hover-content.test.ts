import { describe, expect, test } from "vitest";
import { findHover } from "../../../extension/manifest/hover-content.ts";
import type { PlaceState } from "../../../extension/places/place-state.ts";
import { parseManifest } from "../../../shared/parse/manifest/parse-manifest.ts";
import { commandsIn, renderMarkdownParts } from "../../../shared/render/editor/hover/markdown-parts.ts";
import { countReads } from "../../reads.ts";
import { now } from "../../render/build.ts";
import { hrefsIn, shapeOf, textIn } from "../../render/markdown-shape.ts";
import { samples } from "../../render/samples.ts";

const crashing = samples["a crashing container below CDI"];
if (crashing === undefined) throw new Error("no such sample");

const linked: PlaceState = {
  place: { kind: "cluster", namespaces: [] },
  name: "prod",
  phase: "shown",
  link: { state: "live" },
  report: crashing,
  now: () => Date.parse(now) / 1000,
};

const yaml = `apiVersion: hco.kubevirt.io/v1beta1
kind: HyperConverged
metadata:
  name: kubevirt-hyperconverged
  namespace: kubevirt-hyperconverged
spec:
  infra: {}
  featureGates:
    alignCPUs: true
status:
  conditions:
    - type: Available
      status: "True"
      reason: ReconcileCompleted
`;

/** What the hover says at the first place where `word` stands, and the text it is for. */
function hover(text: string, word: string, shown = linked) {
  const found = findHover(parseManifest(text), text.indexOf(word) + 1, { uri: "file:///a.yaml", state: shown });
  return (
    found && {
      text: textIn(renderMarkdownParts(found.parts)),
      on: text.slice(found.span.start, found.span.end),
      ...found,
    }
  );
}

describe("a hover is for the word it is over", () => {
  const rows = [
    { word: "kind:", on: "kind", says: /^HyperConverged kubevirt-hyperconverged is unavailable for 14 minutes/ },
    {
      word: "HyperConverged",
      on: "HyperConverged",
      says: /^HyperConverged kubevirt-hyperconverged is unavailable/,
    },
    { word: "apiVersion", on: "apiVersion", says: /^HyperConverged kubevirt-hyperconverged is unavailable/ },
    { word: "infra", on: "infra", says: /^Sets the nodes on which KubeVirt, CDI.*CDI unavailable for 14m/s },
    { word: "alignCPUs", on: "alignCPUs", says: /^Enables or disables features of KubeVirt/ },
    { word: "Available", on: "Available", says: /^Available=False for .*In the file: Available=True/s },
  ];
  test.for(rows)("$word", ({ word, on, says }) => {
    const found = hover(yaml, word);
    expect(found?.on).toBe(on);
    expect(found?.text).toMatch(says);
  });
});

describe("the hover is there in whatever style the manifest is written", () => {
  const indentLines = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);
  const json = JSON.stringify({
    apiVersion: "hco.kubevirt.io/v1",
    kind: "HyperConverged",
    metadata: { name: "kubevirt-hyperconverged", namespace: "kubevirt-hyperconverged" },
  });
  const rows = [
    { rule: "the second of several documents", text: `a: 1\n---\n${yaml}` },
    { rule: "in a List", text: `apiVersion: v1\nkind: List\nitems:\n  -\n${indentLines(yaml, "    ")}` },
    { rule: "JSON", text: json },
    { rule: "half typed", text: `${yaml}  x: [1, \n` },
    { rule: "with conflict markers below it", text: `${yaml}<<<<<<< a\n=======\n>>>>>>> b\n` },
    { rule: "Windows line ends", text: yaml.replaceAll("\n", "\r\n") },
  ];
  test.for(rows)("$rule", ({ text }) => {
    const found = hover(text, "HyperConverged");
    expect(found?.on.replaceAll('"', "")).toBe("HyperConverged");
    expect(found?.text).toMatch(/^HyperConverged kubevirt-hyperconverged is unavailable/);
  });
});

describe("what is no object of a cluster yet says so", () => {
  const rows = [
    {
      says: /^this is a template/,
      text: yaml.replace("name: kubevirt-hyperconverged", "name: {{ .Values.name }}"),
    },
    { says: /^the server generates the name/, text: yaml.replace("name: kubevirt", "generateName: kubevirt") },
    { says: /^this HyperConverged has no name/, text: yaml.replace(/ {2}name: .*\n/, "") },
    {
      says: /^HyperConverged other was not read on prod/,
      text: yaml.replace("name: kubevirt-hyperconverged", "name: other"),
    },
  ];
  test.for(rows)("$says", ({ says, text }) => {
    expect(hover(text, "HyperConverged")?.text).toMatch(says);
  });
});

describe("what can be done is linked, and nothing else may run", () => {
  test("of an object: show, log, open, compare, copy, each with its object and document", () => {
    const found = hover(yaml, "HyperConverged");
    // The container of the cause leads to its Pod.
    expect(commandsIn(found?.parts ?? [])).toEqual([
      "hcoStatus.openLive",
      "hcoStatus.reveal",
      "hcoStatus.openLog",
      "hcoStatus.diffWithLive",
      "hcoStatus.dryRun",
      "hcoStatus.describe",
      "hcoStatus.copyCommand",
    ]);
    const hrefs = hrefsIn(shapeOf(renderMarkdownParts(found?.parts ?? [])));
    const href = hrefs.find((link) => link.startsWith("command:hcoStatus.reveal")) ?? "";
    const [ref, uri, offset] = JSON.parse(decodeURIComponent(href.slice(href.indexOf("?") + 1)));
    expect(ref).toMatchObject({ kind: "HyperConverged", name: "kubevirt-hyperconverged", place: linked.place });
    expect([uri, offset]).toEqual(["file:///a.yaml", 0]);
  });

  test("if nothing new arrives before a login, that first", () => {
    const found = hover(yaml, "HyperConverged", { ...linked, link: { state: "idle", until: 0 }, isAsking: true });
    expect(commandsIn(found?.parts ?? []).slice(0, 3)).toEqual([
      "hcoStatus.openLive",
      "hcoStatus.connect",
      "hcoStatus.reveal",
    ]);
  });

  test("if the user has not connected, that", () => {
    const { report: _, ...rest } = linked;
    const found = hover(yaml, "HyperConverged", { ...rest, phase: "paused", link: { state: "idle" } });
    expect(commandsIn(found?.parts ?? [])).toEqual(["hcoStatus.connect"]);
  });
});

describe("where there is nothing to say there is no hover", () => {
  const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  CDI: x\n";
  const rows = [
    { rule: "a comment", text: `# kind\n${yaml}`, word: "kind" },
    { rule: "a field that drives nothing", text: `${yaml}\n`, word: "metadata" },
    { rule: "a kind of which nobody says how it is", text: configMap, word: "ConfigMap" },
    { rule: "no manifest", text: "kind: of blue\n", word: "kind" },
    { rule: "a Secret", text: "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\n", word: "Secret" },
  ];
  test.for(rows)("$rule", ({ text, word }) => {
    expect(hover(text, word)).toBeUndefined();
  });
});

test("one of 500 documents is evaluated, and of the others only their names", () => {
  const others = Array.from({ length: 500 }, (_, index) => yaml.replace("name: kubevirt", `name: a${index}-kubevirt`));
  const text = [...others, yaml].join("---\n");
  const { value: manifest, reads } = countReads(parseManifest(text));
  const hovered = { uri: "file:///a.yaml", state: linked };
  for (const word of ["HyperConverged", "infra", "Available", "alignCPUs"]) {
    const before = reads();
    const found = findHover(manifest, text.indexOf(word, text.length - yaml.length) + 1, hovered);
    expect(found?.parts.length).toBeGreaterThan(0);
    expect(reads() - before).toBeLessThan(501 * 20);
  }
});
