import { findHover } from "../../extension/manifest/hover-content.ts";
import type { PlaceState } from "../../extension/places/place-state.ts";
import { runOneTurn } from "../../extension/session/document-reader.ts";
import { harmlessReport } from "../../shared/characters/sanitize.ts";
import type { Manifest } from "../../shared/model/manifest/manifest.ts";
import type { Report } from "../../shared/model/report.ts";
import { manifestSteps, parseManifest } from "../../shared/parse/manifest/parse-manifest.ts";
import { concealText } from "../../shared/redact/conceal-text.ts";
import { renderMarkdownParts } from "../../shared/render/editor/hover/markdown-parts.ts";
import { buildTreeRows } from "../../shared/render/editor/tree/build-rows.ts";
import {
  buildApplication,
  condition,
  type Json,
  readyStatus,
  reportOf,
  widget,
} from "../aggregate/application/objects.ts";
import { now, report, root } from "../render/build.ts";
import { samples } from "../render/samples.ts";
import { timeOf } from "./measure.ts";
import { type Row, ratio } from "./row.ts";

/**
 * Times of single functions on large or hostile inputs. No other program runs beside them. The rows show that
 * - the evaluation of many objects does not take the square of their number;
 * - opening a page of the tree does not make the rows of the other pages;
 * - no text makes the search for credentials backtrack for long, and long messages are checked quickly;
 * - a hover, and the parsing after a keystroke, cost no more in a file of many documents;
 * - the parsing of a large file never blocks the editor for long.
 */
export function pureRows(): readonly Row[] {
  return [
    ...selectorRows(),
    relatedObjectsRow(),
    hostileTextRow(),
    longMessagesRow(),
    ...manifestRows(),
    ...largeManifestRows(),
  ];
}

function selectorRows(): readonly Row[] {
  const quarterMs = timeOfApplication(5_000);
  const allMs = timeOfApplication(20_000);
  return [
    ["aggregate 20,000 objects of one selector", formatMs(allMs), "5000 ms"],
    // The square would be sixteen times.
    ["the same against a quarter of it", ratio(allMs / quarterMs), "8 x"],
  ];
}

/** Returns the milliseconds for an Application that selects this many Widgets, of which every second one failed. */
function timeOfApplication(widgetCount: number): number {
  const objects: Json[] = [
    buildApplication([["example.com", "Widget"]], { status: readyStatus, spec: { addOwnerRef: true } }),
  ];
  for (let index = 0; index < widgetCount; index += 1) {
    const ready = condition("Ready", index % 2 === 0 ? "True" : "False", "Broken", "no");
    objects.push(widget(`w${index}`, [ready]));
  }
  return timeOf(() => reportOf(objects), 3);
}

function relatedObjectsRow(): Row {
  const related = Array.from({ length: 5_000 }, (_, index) => ({
    ref: { group: "", kind: "ConfigMap", namespace: "n", name: `o-${index}` },
    recorded: { uid: "u", resourceVersion: "1" },
    state: "same" as const,
    current: { uid: "u", resourceVersion: "1" },
  }));
  const sample = report([root({ related })]);
  const openMs = timeOf(() => openRelatedPage(sample), 5);
  return ["outline 5,000 related objects down to a page", formatMs(openMs), "100 ms"];
}

/** Makes the rows of a Report, and opens the first page of the first kind below "Related objects". */
function openRelatedPage(sample: Report): void {
  const [rootRow] = buildTreeRows(sample);
  const relatedRow = rootRow?.children().find(({ label }) => label === "Related objects");
  const [kindRow] = relatedRow?.children() ?? [];
  const [pageRow] = kindRow?.children() ?? [];
  if (pageRow === undefined) throw new Error("no page of related objects");
  pageRow.children();
}

/** Each text repeats the beginning of a credential that never ends. */
function hostileTextRow(): Row {
  const beginnings = ['password="', "eyJhbGci.", "-----BEGIN PRIVATE KEY-----", "http://a:", "password:\n", "a:b@"];
  const timesMs = beginnings.map((beginning) => {
    const text = beginning.repeat(1_000_000 / beginning.length);
    return timeOf(() => concealText(text), 1);
  });
  return ["conceal a hostile text of 1 MB", formatMs(Math.max(...timesMs)), "2000 ms"];
}

/** The messages have nearly the 32,768 characters that the message of a condition may have (metav1.Condition). */
function longMessagesRow(): Row {
  const messages = Array.from({ length: 100 }, () => "x".repeat(32_767));
  const checkMs = timeOf(() => harmlessReport({ messages }), 5);
  return ["check 100 messages of 32 KB for what acts", formatMs(checkMs), "100 ms"];
}

const hyperConverged = `apiVersion: hco.kubevirt.io/v1beta1
kind: HyperConverged
metadata:
  name: kubevirt-hyperconverged
  namespace: kubevirt-hyperconverged
spec:
  infra: {}
`;

function manifestRows(): readonly Row[] {
  const others = Array.from({ length: 500 }, (_, index) =>
    hyperConverged.replace("name: kube", `name: a${index}-kube`),
  );
  const text = [...others, hyperConverged].join("---\n");
  const manifest = parseManifest(text);
  const kindOffset = text.lastIndexOf("HyperConverged") + 1;
  const source = { uri: "file:///a.yaml", state: buildShownState() };
  const hoverMs = timeOf(() => renderMarkdownParts(findHover(manifest, kindOffset, source)?.parts ?? []), 200);
  return [
    ["hover in a file of 500 documents", formatMs(hoverMs), "5 ms"],
    ["a keystroke in a file of 500 documents", formatMs(timeOfKeystroke(manifest)), "2 ms"],
  ];
}

/** Returns a cluster as it is shown while it is connected. */
function buildShownState(): PlaceState {
  const sample = samples["a crashing container below CDI"];
  if (sample === undefined) throw new Error("no such sample");
  return {
    place: { kind: "cluster", namespaces: [] },
    name: "prod",
    phase: "shown",
    link: { state: "live" },
    report: sample,
    now: () => Date.parse(now) / 1000,
  };
}

/**
 * Returns the milliseconds for a letter that a user types, into another document of the file each time. Each version of the
 * file is parsed with the previous version at hand.
 */
function timeOfKeystroke(manifest: Manifest): number {
  let version = manifest;
  let offset = 0;
  return timeOf(() => {
    const { text } = version;
    offset = (offset + 37_003) % text.length;
    const newText = `${text.slice(0, offset)}x${text.slice(offset)}`;
    // V8 would keep the joined text as a tree of parts. VS Code hands it out in one piece, as the Buffer does.
    version = parseManifest(Buffer.from(newText).toString(), version);
  }, 200);
}

function largeManifestRows(): readonly Row[] {
  const valid = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  some: "${"x".repeat(400)}"\n`;
  const broken = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a: b\ndata:\n  some: [words\n";
  return [
    ["the longest turn of reading 5 MB in 10,000 documents", formatMs(measureLongestTurn(valid)), "50 ms"],
    ["the same, broken documents of 80 bytes", formatMs(measureLongestTurn(broken)), "50 ms"],
  ];
}

/** The first turns are slower, because V8 still compiles the parser. */
const warmUpTurns = 2;

/** Returns the most milliseconds of processor time that one turn takes to parse 10,000 copies of a document. */
function measureLongestTurn(document: string): number {
  const steps = manifestSteps(Array.from({ length: 10_000 }, () => document).join("---\n"));
  const turnsMs: number[] = [];
  let manifest: Manifest | undefined;
  while (manifest === undefined) {
    const start = process.threadCpuUsage();
    manifest = runOneTurn(steps);
    const { user, system } = process.threadCpuUsage(start);
    turnsMs.push((user + system) / 1000);
  }
  return Math.max(...turnsMs.slice(warmUpTurns));
}

function formatMs(value: number): string {
  return `${value.toFixed(1)} ms`;
}
