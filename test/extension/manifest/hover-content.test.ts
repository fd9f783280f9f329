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

const liveState: PlaceState = {
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

/** The hover over the first `word` of a text, with its Markdown as text, and the text that it explains. */
function findHoverAt(text: string, word: string, shown = liveState) {
  const found = findHover(parseManifest(text), text.indexOf(word) + 1, { uri: "file:///a.yaml", state: shown });
  return (
    found && {
      text: textIn(renderMarkdownParts(found.parts)),
      on: text.slice(found.span.start, found.span.end),
      ...found,
    }
  );
}

describe("a hover explains the word under the mouse", () => {
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
  test.for(rows)("the hover over $word explains it", ({ word, on, says }) => {
    const found = findHoverAt(yaml, word);
    expect(found?.on).toBe(on);
    expect(found?.text).toMatch(says);
  });
});

describe("an object has its hover in each style of manifest", () => {
  const indentLines = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);
  const json = JSON.stringify({
    apiVersion: "hco.kubevirt.io/v1",
    kind: "HyperConverged",
    metadata: { name: "kubevirt-hyperconverged", namespace: "kubevirt-hyperconverged" },
  });
  const rows = [
    { rule: "the second of several documents", text: `a: 1\n---\n${yaml}` },
    { rule: "an item of a List", text: `apiVersion: v1\nkind: List\nitems:\n  -\n${indentLines(yaml, "    ")}` },
    { rule: "JSON", text: json },
    { rule: "a half-typed manifest", text: `${yaml}  x: [1, \n` },
    { rule: "a manifest with conflict markers below it", text: `${yaml}<<<<<<< a\n=======\n>>>>>>> b\n` },
    { rule: "a manifest with Windows line ends", text: yaml.replaceAll("\n", "\r\n") },
  ];
  test.for(rows)("$rule has the hover of its object", ({ text }) => {
    const found = findHoverAt(text, "HyperConverged");
    expect(found?.on.replaceAll('"', "")).toBe("HyperConverged");
    expect(found?.text).toMatch(/^HyperConverged kubevirt-hyperconverged is unavailable/);
  });
});

describe("a manifest that is no object of a cluster says why", () => {
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
  test.for(rows)("the hover of a manifest that is not on the cluster begins with $says", ({ says, text }) => {
    expect(findHoverAt(text, "HyperConverged")?.text).toMatch(says);
  });
});

describe("a hover links only commands of the extension", () => {
  test("the hover of an object links its commands with the object and the document", () => {
    const found = findHoverAt(yaml, "HyperConverged");
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
    expect(ref).toMatchObject({ kind: "HyperConverged", name: "kubevirt-hyperconverged", place: liveState.place });
    expect([uri, offset]).toEqual(["file:///a.yaml", 0]);
  });

  test("the hover of an object links the login first where one is required", () => {
    const found = findHoverAt(yaml, "HyperConverged", {
      ...liveState,
      link: { state: "idle", until: 0 },
      isAsking: true,
    });
    expect(commandsIn(found?.parts ?? []).slice(0, 3)).toEqual([
      "hcoStatus.openLive",
      "hcoStatus.connect",
      "hcoStatus.reveal",
    ]);
  });

  test("the hover of an object links only the connection where the user has not connected", () => {
    const { report: _, ...rest } = liveState;
    const found = findHoverAt(yaml, "HyperConverged", { ...rest, phase: "paused", link: { state: "idle" } });
    expect(commandsIn(found?.parts ?? [])).toEqual(["hcoStatus.connect"]);
  });
});

describe("a word without an explanation has no hover", () => {
  const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  CDI: x\n";
  const rows = [
    { rule: "a comment has no hover", text: `# kind\n${yaml}`, word: "kind" },
    { rule: "a field that drives nothing has no hover", text: `${yaml}\n`, word: "metadata" },
    { rule: "a kind whose health is unknown has no hover", text: configMap, word: "ConfigMap" },
    { rule: "a text that is no manifest has no hover", text: "kind: of blue\n", word: "kind" },
    { rule: "a Secret has no hover", text: "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\n", word: "Secret" },
  ];
  test.for(rows)("$rule", ({ text, word }) => {
    expect(findHoverAt(text, word)).toBeUndefined();
  });
});

test("a hover in 500 documents evaluates one and reads only the names of the others", () => {
  const others = Array.from({ length: 500 }, (_, index) => yaml.replace("name: kubevirt", `name: a${index}-kubevirt`));
  const text = [...others, yaml].join("---\n");
  const { value: manifest, reads } = countReads(parseManifest(text));
  const hovered = { uri: "file:///a.yaml", state: liveState };
  for (const word of ["HyperConverged", "infra", "Available", "alignCPUs"]) {
    const before = reads();
    const found = findHover(manifest, text.indexOf(word, text.length - yaml.length) + 1, hovered);
    expect(found?.parts.length).toBeGreaterThan(0);
    expect(reads() - before).toBeLessThan(501 * 20);
  }
});
