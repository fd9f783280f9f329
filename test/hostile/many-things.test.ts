import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { mostMegabytes, runtimes, runWatched } from "./watched-run.ts";

const folder = mkdtempSync(join(tmpdir(), "hco-status-hostile-"));
afterAll(() => rmSync(folder, { recursive: true }));

function list(kind: string, count: number): string {
  const items = Array.from(
    { length: count },
    (_, place) => `{"apiVersion":"v1","kind":"${kind}","metadata":{"name":"p${place}"}}`,
  );
  return `{"apiVersion":"v1","kind":"List","items":[${items.join()}]}`;
}

/** The header of an entry of a tar, without content where `size` is 0 (POSIX.1-1988, ustar). */
function tarHeader(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name.slice(-99), 0, "latin1");
  header.write(name.slice(0, -100), 345, "latin1");
  header.write("0000644\0", 100);
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\0", 136);
  header.write("        ", 148);
  header.write(type, 156);
  header.write("ustar\u000000", 257, "latin1");
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

function folders(count: number, nameOf: (place: number) => string): Buffer {
  return Buffer.concat([
    ...Array.from({ length: count }, (_, place) => tarHeader(nameOf(place), 0, "5")),
    Buffer.alloc(1024),
  ]);
}

function mustGatherOfPods(count: number): Buffer {
  const items = Array.from(
    { length: count },
    (_, place) => `- metadata:\n    name: p${place}\n    namespace: kubevirt-hyperconverged\n`,
  );
  const home = "mg/namespaces/kubevirt-hyperconverged";
  const files = [
    [`${home}/core/pods.yaml`, `apiVersion: v1\nkind: PodList\nitems:\n${items.join("")}`],
    [
      `${home}/hco.kubevirt.io/hyperconvergeds/kubevirt-hyperconverged.yaml`,
      "apiVersion: hco.kubevirt.io/v1beta1\nkind: HyperConverged\nmetadata:\n  name: kubevirt-hyperconverged\n  namespace: kubevirt-hyperconverged\n",
    ],
  ] as const;
  return Buffer.concat([
    ...files.flatMap(([name, text]) => [
      tarHeader(name, text.length, "0"),
      Buffer.from(text),
      Buffer.alloc(-text.length & 511),
    ]),
    Buffer.alloc(1024),
  ]);
}

const deep = Array.from({ length: 25 }, (_, depth) => `d${depth}`).join("/");

const small: readonly (readonly [what: string, flag: string, content: () => string | Buffer, reason: RegExp])[] = [
  ["a List of 400,000 Pods", "-f", () => list("Pod", 400_000), /more than 120000 objects/],
  ["a List of 100,000 Pods", "-f", () => list("Pod", 100_000), /more than 12000 objects to report on/],
  ["75 MB of document markers", "-f", () => "---\n".repeat(18_000_000), /more than 120000 documents/],
  ["2,000,000 documents of one word", "-f", () => "--- a\n".repeat(2_000_000), /more than 120000 documents/],
  ["NDJSON of 2,000,000 lines", "-f", () => "{}\n".repeat(2_000_000), /more than 120000 documents/],
  ["30 MB of objects in objects", "-f", () => '{"a":'.repeat(6_000_000), /fields and items|nested more than 500 deep/],
  ["20,000,000 empty objects in JSON", "-f", () => `[${"{},".repeat(20_000_000)}{}]`, /fields and items/],
  ["9,000,000 empty objects in YAML", "-f", () => `a: [${"{},".repeat(9_000_000)}{}]`, /fields and items/],
  ["3,000,000 short lines of YAML", "-f", () => "a: b\n".repeat(3_000_000), /fields and items/],
  ["12 MB of quotes in quotes", "-f", () => "> > > > a: b\n".repeat(920_000), /a line break is expected/],
  [
    "60,000 deep folders",
    "--must-gather",
    () => folders(60_000, (place) => `mg/namespaces/n${place}/${deep}/`),
    /more than 250000 entries/,
  ],
  [
    "250,000 folders with long names",
    "--must-gather",
    () => folders(249_000, (place) => `${"x".repeat(150)}/${place}${"x".repeat(80)}/`),
    /more than \d+ (?:entries|characters in the names)/,
  ],
  ["200,000 Pods in a namespace", "--must-gather", () => mustGatherOfPods(200_000), /more than 120000 objects/],
];

describe("what becomes large only when it is read is refused in one sentence:", () => {
  const rows = small.flatMap((row) => runtimes.map((runtime) => [row[0], runtime, row] as const));
  test.for(rows)("%s, by %s", async ([, runtime, [, flag, content, reason]]) => {
    const file = join(folder, flag === "-f" ? "input.yaml.gz" : "input.tar.gz");
    writeFileSync(file, gzipSync(content(), { level: 1 }));
    const run = await runWatched(runtime, [flag, file]);
    expect(run.stderr).toMatch(reason);
    expect(run.stderr).toMatch(/^error: [^\n]+\n$/);
    expect(run).toMatchObject({ status: 1, stdout: "" });
    expect(run.megabytes).toBeLessThan(mostOfUnpacked);
  });
});

test.for(runtimes)("10,000 Pods of one file are reported, by %s", async (runtime) => {
  const file = join(folder, "pods.json");
  writeFileSync(file, list("Pod", 10_000));
  const run = await runWatched(runtime, ["-f", file]);
  expect(run.stderr).toBe("");
  expect(run.stdout).toMatch(/10000/);
  expect(run.megabytes).toBeLessThan(mostOfUnpacked);
});

/** As for other runs, and the text of up to 75 MB itself, which is there as bytes and as characters. */
const mostOfUnpacked = mostMegabytes + 150;
