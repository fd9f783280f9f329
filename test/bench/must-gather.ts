import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeFolder } from "../io/must-gather-layouts/archives.ts";
import { type Collected, type Raw, virtualization, wrapLayout } from "../io/must-gather-layouts/layouts.ts";
import { readCollected } from "../io/must-gather-layouts/objects.ts";
import type { BuiltPlugin } from "../program.ts";
import { compare, type Program, peakMemory } from "./measure.ts";
import { type Row, times } from "./row.ts";

const namespace = "kubevirt-hyperconverged";
const megabyte = 2 ** 20;
/** Of the 2 GiB of logs, those that go into the archive: base64 packs to three quarters. */
const all = 2048;
const packed = 1400;

/** A must-gather of 60 namespaces that is mostly logs: 2 GiB as a folder, 1 GiB as a tar.gz. */
export async function mustGatherRows(
  plugin: BuiltPlugin["words"],
  folder: string,
  repetitions: number,
): Promise<readonly Row[]> {
  const mustGather = join(folder, "must-gather");
  const archive = join(folder, "gather.tar.gz");
  try {
    writeMustGather(mustGather);
    const empty: Program = { name: "an empty Node program", command: process.execPath, args: ["-e", ""] };
    const inFolder = programReading(plugin, mustGather);
    const { ours: fromFolder } = await compare(inFolder, empty, repetitions);
    pack(mustGather, archive);
    const inArchive = programReading(plugin, archive);
    const unpacking: Program = { name: "gzip -t", command: "gzip", args: ["-t", archive] };
    const fromArchive = await compare(inArchive, unpacking, 3);
    const most = (await peakMemory(inArchive)) ?? Number.NaN;
    const size = (statSync(archive).size / 2 ** 30).toFixed(1);
    return [
      ["a report from a must-gather folder of 2 GiB", `${fromFolder.toFixed(0)} ms`, "300 ms"],
      [`a report from a tar.gz of ${size} GiB against gzip -t of it`, times(fromArchive), "0.7 x"],
      ["its peak memory", `${((most * megabyte) / 1e6).toFixed(0)} MB`, "150 MB"],
    ];
  } finally {
    rmSync(mustGather, { recursive: true, force: true });
    rmSync(archive, { force: true });
  }
}

function programReading([command, ...own]: BuiltPlugin["words"], path: string): Program {
  return { name: `a gather at ${path}`, command, args: [...own, "--must-gather", path] };
}

function writeMustGather(folder: string): void {
  const kinds = [...readCollected(), manyObjects("Pod", "pods", 150), manyObjects("Event", "events", 4000)];
  const image = virtualization(kinds, namespace, "image/");
  const others = Array.from({ length: 60 }, (_, index) => `namespace-${index}`);
  const lists = ["core/pods.yaml", "core/events.yaml"];
  for (const name of others) {
    for (const list of lists) {
      const text = (image.get(`image/namespaces/${namespace}/${list}`) ?? "").replaceAll(namespace, name);
      writeFolder(new Map([[`image/namespaces/${name}/${list}`, text]]), join(folder, "must-gather.local.1"));
    }
  }
  writeFolder(wrapLayout(image, "must-gather.local.1/", "2026-11-21T12:00:00Z"), folder);
  const log = randomBytes(megabyte)
    .toString("base64")
    .replace(/.{100}/g, "$&\n")
    .slice(0, megabyte);
  for (let index = 0; index < all; index++) {
    const name = others[index % others.length] ?? "";
    const file = join(
      folder,
      `must-gather.local.1/image/namespaces/${name}/pods/p-${index}/c/c/logs/${keptText(index)}.log`,
    );
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, log);
  }
}

function keptText(index: number): string {
  return index < packed ? "current" : "previous";
}

function pack(folder: string, archive: string): void {
  const flags = ["--exclude=previous.log", "-I", "gzip -1", "-cf", archive, "-C", folder, "."];
  execFileSync("tar", flags);
}

/** Objects such as there are many of, with the fields that take the space. */
function manyObjects(kind: string, plural: string, count: number): Collected {
  const objects = Array.from({ length: count }, (_, index): Raw => {
    const name = `${plural}-${index}`;
    const labels = Object.fromEntries(Array.from({ length: 10 }, (__, label) => [`label-${label}`, `value-${index}`]));
    return {
      apiVersion: "v1",
      kind,
      type: index % 10 === 0 ? "Warning" : "Normal",
      metadata: { name, namespace, labels },
      spec: { containers: Array.from({ length: 3 }, (__, part) => ({ name: `c-${part}`, image: "x", env: [labels] })) },
      status: { phase: "Running", containerStatuses: [] },
    };
  });
  return { kind: { group: "", kind, plural, namespaced: true }, version: "v1", objects };
}
