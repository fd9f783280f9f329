import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type OpenedMustGather, openMustGather } from "../../../shared/io/must-gather/open-must-gather.ts";
import type { Reading } from "../../../shared/model/snapshot.ts";
import { hcoProfile } from "../../../shared/profiles/hco/profile.ts";
import { coreKinds } from "../../../shared/tables/core-kinds.ts";
import { randomIntegersFrom } from "../../random.ts";
import { repetitions } from "../../size.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { rawTar, rawZip, tarOf, writeFolder, zipOf } from "./archives.ts";
import { inspectLayout, type Layout, virtualization, wrapLayout } from "./layouts.ts";
import { readCollected } from "./objects.ts";

const folder = temporaryFolder();

const namespace = "kubevirt-hyperconverged";
const kinds = readCollected();
const cnvLayout = virtualization(kinds, namespace, "image/");
const listQueries = [
  hcoProfile.root,
  ...new Map(hcoProfile.components.map((row) => [row.kind, row])).values(),
  ...coreKinds,
].map((kind) => ({
  verb: "list" as const,
  ...kind,
}));

/** The outcome and objects of each query, and the damage of the must-gather. */
async function readAll(mustGather: OpenedMustGather): Promise<unknown> {
  const readings: Reading[] = [];
  for (const query of listQueries) readings.push(await mustGather.reader.read(query));
  const whole = mustGather.whole({ source: { kind: "must-gather", name: "" }, takenAt: "", readings, damage: [] });
  mustGather.close();
  const reported = whole.readings.map((reading) => [
    `${reading.query.kind} ${reading.query.namespace ?? ""} ${reading.query.name ?? ""} ${reading.outcome}`,
    reading.outcome === "found" ? reading.objects.map(({ ref }) => `${ref.namespace}/${ref.name}`) : "",
  ]);
  return { reported, damage: whole.damage.map(({ cause }) => cause), takenAt: mustGather.takenAt };
}

describe("a folder, a tar, a tar.gz and a zip of one must-gather have the same objects", () => {
  const renameInLayout = (from: string, to: string): Layout =>
    new Map([...cnvLayout].map(([path, text]) => [path.replaceAll(from, to), text.replaceAll(from, to)]));
  const rows: readonly { readonly what: string; readonly layout: Layout }[] = [
    {
      what: "CNV's image in its wrapper",
      layout: wrapLayout(cnvLayout, "must-gather.local.1/", "2026-11-21T12:34:56Z"),
    },
    { what: "inspect", layout: inspectLayout(kinds, [namespace]) },
    { what: "in a folder called logs", layout: wrapLayout(cnvLayout, "logs/audit_logs/", "2026-11-21T12:34:56Z") },
    { what: "a namespace called monitoring", layout: renameInLayout(namespace, "monitoring") },
    {
      what: "a file that is empty",
      layout: new Map([...cnvLayout, [`image/namespaces/${namespace}/core/pods.yaml`, ""]]),
    },
    {
      what: "a list that is packed",
      layout: new Map([...cnvLayout, [`image/namespaces/${namespace}/core/nothing.yaml.gz`, "x"]]),
    },
    {
      what: "a namespace of which there are logs only",
      layout: new Map([...cnvLayout, ["image/namespaces/y/pods/p/c/c/logs/a.log", "x"]]),
    },
  ];
  test.for(rows)("folder and archives have the same objects: $what", async ({ what, layout }) => {
    const name = join(folder, what.replaceAll(/\W/g, "-"));
    const expected = await readAll(await openMustGather(writeFolder(layout, name)));
    expect(JSON.stringify(expected)).toContain("HyperConverged");
    writeFileSync(`${name}.zip`, zipOf(layout));
    for (const path of [tarOf(name, `${name}.tar`, "-cf"), tarOf(name, `${name}.tgz`), `${name}.zip`])
      expect([path, await readAll(await openMustGather(path))]).toEqual([path, expected]);
  });
});

describe("a damaged archive has no fact that the whole one lacks", () => {
  const tar = gzipSync(rawTar([...cnvLayout].map(([name, text]) => ({ name: name.replace("image/", ""), text }))));
  const zip = zipOf(cnvLayout);
  const flipByte = (bytes: Buffer, random: (below: number) => number): Buffer => {
    const copy = Buffer.from(bytes);
    const at = random(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << random(8));
    return copy;
  };
  const cutBytes = (bytes: Buffer, random: (below: number) => number): Buffer =>
    bytes.subarray(0, random(bytes.length));
  const rows: readonly { readonly what: string; readonly archive: Buffer; readonly damaged: typeof cutBytes }[] = [
    { what: "a tar.gz cut", archive: tar, damaged: cutBytes },
    { what: "a tar.gz with a bit turned", archive: tar, damaged: flipByte },
    { what: "a zip cut", archive: zip, damaged: cutBytes },
    { what: "a zip with a bit turned", archive: zip, damaged: flipByte },
  ];
  test.for(rows)("$what has no fact that the whole archive lacks", async ({ what, archive, damaged }) => {
    const random = randomIntegersFrom(11);
    const path = join(folder, `fuzz-${what.replaceAll(/\W/g, "-")}`);
    writeFileSync(path, archive);
    const truth = await readFacts(path);
    for (let repetition = 0; repetition < repetitions(20); repetition += 1) {
      writeFileSync(path, damaged(archive, random));
      const facts = await readFacts(path);
      if (typeof facts === "string") {
        expect(facts).toMatch(/^cannot (use|read) /);
        continue;
      }
      const invented = [...facts].filter((fact) => !(truth as Set<string>).has(fact));
      expect([what, repetition, invented]).toEqual([what, repetition, []]);
    }
  });

  /** What a gather says for certain: objects with their conditions, and what is not there; or its one sentence. */
  async function readFacts(path: string): Promise<Set<string> | string> {
    try {
      const mustGather = await openMustGather(path);
      const facts = new Set<string>();
      for (const query of listQueries.filter((each) => !coreKinds.some((core) => core.kind === each.kind))) {
        const reading = await mustGather.reader.read(query);
        const whole = mustGather.whole({
          source: { kind: "must-gather", name: "" },
          takenAt: "",
          readings: [reading],
          damage: [],
        });
        for (const each of whole.readings) {
          if (each.outcome === "found")
            for (const { ref, status } of each.objects) facts.add(`${ref.kind} ${ref.name} ${JSON.stringify(status)}`);
          if (each.outcome === "noSuchKind" || (each.outcome === "found" && each.query.namespace === undefined))
            facts.add(`${query.kind} ${each.outcome} ${each.outcome === "found" && each.objects.length}`);
        }
      }
      mustGather.close();
      return facts;
    } catch (error) {
      return (error as Error).message;
    }
  }
});

describe("entries of an archive are read or reported as damage", () => {
  const hyperConverged = [...cnvLayout.keys()].find((path) => path.includes("hyperconvergeds.hco")) ?? "";
  const otherText = (cnvLayout.get(hyperConverged) ?? "").replace("kubevirt-hyperconverged", "other");
  const layoutEntries = [...cnvLayout].map(([name, text]) => ({ name: name.replace("image/", ""), text }));
  const tarLayout = (more: Parameters<typeof rawTar>[0]): Buffer => rawTar([...layoutEntries, ...more]);
  const path = hyperConverged.replace("image/", "");

  async function readArchive(name: string, bytes: Buffer): Promise<string> {
    writeFileSync(join(folder, name), bytes);
    return JSON.stringify(await readAll(await openMustGather(join(folder, name))));
  }

  test("two equal entries of one path are one file", async () => {
    const answer = await readArchive(
      "same.tar",
      tarLayout([{ name: path, text: cnvLayout.get(hyperConverged) ?? "" }]),
    );
    expect(answer).toBe(await readArchive("once.tar", tarLayout([])));
  });
  test.for(["tar", "zip"] as const)("two different entries of one path in a %s are unread", async (format) => {
    const entries = [...cnvLayout].map(([name, data]) => ({ name, data }));
    const zip = rawZip([...entries, { name: hyperConverged, data: otherText }]);
    const answer = await readArchive(
      `twice.${format}`,
      format === "zip" ? zip : tarLayout([{ name: path, text: otherText }]),
    );
    expect(answer).toMatch(/"HyperConverged {3}unread"/);
    expect(answer).toContain("twice, with different contents");
  });
  test("refused entries beyond the twentieth are counted, and leave their kinds unread", async () => {
    const links = Array.from({ length: 30 }, (_, index) => ({ name: `a/${index}.yaml`, type: "2", link: "/x" }));
    const cdi = { name: "cluster-scoped-resources/cdis.cdi.kubevirt.io/second.yaml", type: "1", link: "x" };
    const answer = await readArchive("refused.tar", tarLayout([...links, cdi]));
    expect(answer).toMatch(/"CDI {3}unread"/);
    expect(answer).toContain("11 more are skipped");
  });
  test("an entry of an unknown type is damage", async () => {
    expect(
      await readArchive("odd.tar", tarLayout([{ name: "namespaces/x/core/pods.yaml", text: "", type: "S" }])),
    ).toContain("an entry of another type (SparseFile)");
  });
  test("the backslashes of a zip made on Windows are slashes", async () => {
    const zip = rawZip([...cnvLayout].map(([name, data]) => ({ name: name.replaceAll("/", "\\"), data, host: 0 })));
    expect(await readArchive("windows.zip", zip)).toBe(await readArchive("plain.zip", zipOf(cnvLayout)));
  });

  test("an entry of a zip made on Windows that leaves the archive is damage", async () => {
    const layoutFiles = [...cnvLayout].map(([name, data]) => ({ name, data }));
    const evil = rawZip([...layoutFiles, { name: "..\\x.yaml", data: "", host: 0 }]);
    expect(await readArchive("evil.zip", evil)).toContain("leaves the archive");
  });
  test("an entry with a wrong checksum is unread", async () => {
    const zip = rawZip(
      [...cnvLayout].map(([name, data]) => ({ name, data, ...(name === hyperConverged && { sum: 1 }) })),
    );
    const answer = await readArchive("sum.zip", zip);
    expect(answer).toMatch(/"HyperConverged {3}unread"/);
    expect(answer).toContain("the checksum does not match");
  });
  test("a tar without the mark ustar is read", async () => {
    const old = tarLayout([]);
    for (let at = 0; at < old.length; at += 512)
      if (old.subarray(at + 257, at + 262).toString() === "ustar") removeTarMark(old.subarray(at, at + 512));
    expect(await readArchive("old.tar", old)).toBe(await readArchive("new.tar", tarLayout([])));
  });
  test("a second archive behind the first one is damage", async () => {
    const two = Buffer.concat([gzipSync(tarLayout([])), gzipSync(tarLayout([]))]);
    expect(await readArchive("two.tgz", two)).toContain("data after its end");
  });
  test("empty blocks in an entry do not end the archive", async () => {
    const answer = await readArchive(
      "zeros.tar",
      tarLayout([
        { name: "x.bin", text: "\0".repeat(5000) },
        { name: "y.yaml", text: "a: 1\n" },
      ]),
    );
    expect(answer).toBe(await readArchive("bare.tar", tarLayout([])));
  });
  test.for(["gzip", "gzip of a few bytes"] as const)("an archive in an archive is refused: %s", async (what) => {
    const twice = gzipSync(what === "gzip" ? gzipSync(tarLayout([])) : gzipSync("").subarray(0, 4));
    await expect(readArchive("nested.tgz", twice)).rejects.toThrow(/contains another archive \(gzip\); unpack it once/);
  });
});

/** POSIX says `ustar` behind what was there before; the checksum counts it. */
function removeTarMark(header: Buffer): void {
  header.fill(0, 257, 265);
  header.write("        ", 148);
  const sum = header.reduce((most, byte) => most + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
}
