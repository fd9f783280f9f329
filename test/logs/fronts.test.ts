import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import type { CauseLog, ContainerLog } from "../../shared/model/container-log.ts";
import type { Report } from "../../shared/model/report.ts";
import { printReport } from "../../shared/outline/printed-report.ts";
import { renderJson } from "../../shared/render/formats/json.ts";
import { readGoldenCase } from "../golden/recorded.ts";
import { buildOutline, firstScreen, fullFronts } from "../outline/fronts.ts";

const container = {
  namespace: "kubevirt-hyperconverged",
  pod: "cdi-deployment-ff221a4411-53124",
  container: "cdi-controller",
};
const panic = 'panic: no matches for kind "Ingress" in version "networking.k8s.io/v1beta1"';

/** The report of a crashing CDI, with an excerpt of its log. */
function reportWith(excerpt: Partial<CauseLog>, about: Partial<ContainerLog> = {}): Report {
  const log: ContainerLog = { ...container, from: "log", lines: ["starting"], quoted: [0], ...excerpt, ...about };
  return aggregate({ ...readGoldenCase("cdi-crashes-and-aaq-cannot-pull-its-image"), logs: [log] });
}

const lines = [
  "starting manager",
  panic,
  "goroutine 1 [running]:",
  "main.run(0x0)",
  "/src/main.go:42 +0x1d",
  "exit status 2",
];
const crashed = reportWith({ lines, quoted: [1, 3, 4] });

describe("the line that explains stands on every front", () => {
  test.each(Object.entries(fullFronts))("%s", (_, paint) => {
    const text = paint(buildOutline(crashed), crashed);
    expect(text.split(panic).length - 1).toBeGreaterThan(0);
    expect(text.indexOf(panic)).toBeLessThan(text.indexOf("kubectl logs"));
  });
});

test("the lines around it stand only where all is shown", () => {
  const fronts = Object.entries(fullFronts).filter(([, paint]) =>
    paint(buildOutline(crashed), crashed).includes("starting manager"),
  );
  expect(fronts.map(([name]) => name)).toEqual(["-o wide"]);
});

test("a first screen of 80 x 24 keeps the line and its place, and omits the frame", () => {
  const screen = firstScreen(buildOutline(crashed), 80);
  const rows = screen.filter((line) => line.startsWith("  | "));
  expect(rows.join("\n")).toBe('  | panic: no matches for kind "Ingress" in version "networking.k8s.io/v1beta1"');
  expect(screen.length).toBeLessThanOrEqual(23);
});

test("of fifty lines -o wide shows twenty, with those that are quoted", () => {
  const many = reportWith({ lines: Array.from({ length: 50 }, (_, index) => `line ${index} of 50`), quoted: [10] });
  const text = fullFronts["-o wide"]?.(buildOutline(many), many) ?? "";
  expect(text.match(/line \d+ of 50/g)?.length).toBe(20);
  expect(text).toContain("line 10 of 50");
});

test("a line that the evidence quotes already is not repeated on the first screen", () => {
  const said = reportWith({ from: "termination-message", lines: ["CrashLoopBackOff"], quoted: [0] });
  expect(fullFronts["first screen"]?.(buildOutline(said), said)).not.toContain("  | ");
});

test.each<[rule: string, about: Partial<ContainerLog>]>([
  ["another container", { container: "other" }],
  ["another Pod", { pod: "cdi-deployment-ff221a4411-00000" }],
  ["a Pod of the same name in another namespace", { namespace: "cdi" }],
])("the log of %s explains nothing", (_, about) => {
  const other = reportWith({ lines, quoted: [1] }, about);
  expect(other.roots.flatMap(({ causes }) => causes).some(({ log }) => log !== undefined)).toBe(false);
});

test("the document with a log keeps the schema", () => {
  const schema = JSON.parse(
    readFileSync(new URL("../../shared/model/report.schema.json", import.meta.url), "utf8"),
  ) as object;
  const fits = new Ajv2020({ allErrors: true, strict: false, validateFormats: false }).compile(schema);
  const document = JSON.parse(renderJson(printReport(crashed))) as { roots: { causes: { log?: unknown }[] }[] };
  fits(document);
  expect(fits.errors ?? []).toEqual([]);
  expect(document.roots[0]?.causes[0]?.log).toEqual({ from: "log", lines, quoted: [1, 3, 4] });
});

test("a line of a log closes no fence of Markdown", () => {
  const hostile = reportWith({ lines: ["``` <script>alert(1)</script> [x](command:y) $(zap)"], quoted: [0] });
  expect(fullFronts["Markdown"]?.(buildOutline(hostile), hostile)).toMatch(/^ *````text$/m);
});

test.each(Object.entries(fullFronts))("control characters and directions in a log are visible on %s", (_, paint) => {
  const hostile = reportWith({ lines: ["a\u001b[2Jb\u202ec\u0007"], quoted: [0] });
  expect(paint(buildOutline(hostile), hostile)).not.toMatch(/[\u001b\u202e\u0007]/);
});
