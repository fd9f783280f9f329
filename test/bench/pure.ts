import { findHover } from "../../extension/manifest/hover-content.ts";
import type { PlaceState } from "../../extension/places/place-state.ts";
import { runOneTurn } from "../../extension/session/document-reader.ts";
import { harmlessReport } from "../../shared/characters/sanitize.ts";
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
import type { Row } from "./row.ts";
import { ratio } from "./row.ts";

/** What the tests count without a clock, in time: functions of this process, with nothing beside them. */
export function pureRows(): readonly Row[] {
  return [...selectorRows(), relatedRow(), hostileRow(), harmlessRow(), ...manifestRows(), ...largeManifestRows()];
}

function selectorRows(): readonly Row[] {
  const buildLargeApplication = (count: number): readonly Json[] => [
    buildApplication([["example.com", "Widget"]], { status: readyStatus, spec: { addOwnerRef: true } }),
    ...Array.from({ length: count }, (_, place) =>
      widget(`w${place}`, [condition("Ready", place % 2 === 0 ? "True" : "False", "Broken", "no")]),
    ),
  ];
  const [few, all] = [buildLargeApplication(5_000), buildLargeApplication(20_000)].map((objects) =>
    timeOf(() => reportOf(objects), 3),
  ) as [number, number];
  return [
    ["aggregate 20,000 objects of one selector", milliseconds(all), "5000 ms"],
    // Sixteen times would be the square.
    ["the same against a quarter of it", ratio(all / few), "8 x"],
  ];
}

function relatedRow(): Row {
  const related = Array.from({ length: 5_000 }, (_, place) => ({
    ref: { group: "", kind: "ConfigMap", namespace: "n", name: `o-${place}` },
    recorded: { uid: "u", resourceVersion: "1" },
    state: "same" as const,
    current: { uid: "u", resourceVersion: "1" },
  }));
  const sample = report([root({ related })]);
  const open = (): unknown =>
    buildTreeRows(sample)[0]
      ?.children()
      .find(({ label }) => label === "Related objects")
      ?.children()[0]
      ?.children()[0]
      ?.children();
  return ["outline 5,000 related objects down to a page", milliseconds(timeOf(open, 5)), "100 ms"];
}

function hostileRow(): Row {
  const pieces = ['password="', "eyJhbGci.", "-----BEGIN PRIVATE KEY-----", "http://a:", "password:\n", "a:b@"];
  const times = pieces.map((piece) => timeOf(() => concealText(piece.repeat(1_000_000 / piece.length)), 1));
  return ["conceal a hostile text of 1 MB", milliseconds(Math.max(...times)), "2000 ms"];
}

/** Texts of the most characters that the API server allows in a message. */
function harmlessRow(): Row {
  const report = { messages: Array.from({ length: 100 }, () => "x".repeat(32_767)) };
  return ["check 100 messages of 32 KB for what acts", milliseconds(timeOf(() => harmlessReport(report), 5)), "100 ms"];
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
  const others = Array.from({ length: 500 }, (_, place) =>
    hyperConverged.replace("name: kube", `name: a${place}-kube`),
  );
  let manifest = parseManifest([...others, hyperConverged].join("---\n"));
  const { text } = manifest;
  const place = text.lastIndexOf("HyperConverged") + 1;
  const hovered = { uri: "file:///a.yaml", state: shownOf(samples["a crashing container below CDI"]) };
  const hover = (): unknown => renderMarkdownParts(findHover(manifest, place, hovered)?.parts ?? []);
  const hovering = timeOf(hover, 200);
  let at = 0;
  const typing = timeOf(() => {
    at = (at + 37_003) % manifest.text.length;
    // An editor hands out its text in one piece.
    manifest = parseManifest(
      Buffer.from(`${manifest.text.slice(0, at)}x${manifest.text.slice(at)}`).toString(),
      manifest,
    );
  }, 200);
  return [
    ["hover in a file of 500 documents", milliseconds(hovering), "5 ms"],
    ["a keystroke in a file of 500 documents", milliseconds(typing), "2 ms"],
  ];
}

function largeManifestRows(): readonly Row[] {
  const whole = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  some: "${"x".repeat(400)}"\n`;
  const broken = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a: b\ndata:\n  some: [words\n";
  return [
    ["the longest turn of reading 5 MB in 10,000 documents", milliseconds(longestTurn(whole)), "50 ms"],
    ["the same, broken documents of 80 bytes", milliseconds(longestTurn(broken)), "50 ms"],
  ];
}

/** Of this thread's processor time, without the first two, in which the program is being compiled. */
function longestTurn(document: string): number {
  const steps = manifestSteps(Array.from({ length: 10_000 }, () => document).join("---\n"));
  const turns: number[] = [];
  for (let read: unknown; read === undefined; ) {
    const start = process.threadCpuUsage();
    read = runOneTurn(steps);
    const { user, system } = process.threadCpuUsage(start);
    turns.push((user + system) / 1000);
  }
  return Math.max(...turns.slice(2));
}

function shownOf(sample: Report | undefined): PlaceState {
  return {
    place: { kind: "cluster", namespaces: [] },
    name: "prod",
    phase: "shown",
    link: { state: "live" },
    ...(sample !== undefined && { report: sample }),
    now: () => Date.parse(now) / 1000,
  };
}

function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}
