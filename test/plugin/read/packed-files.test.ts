import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { create } from "tar";
import { beforeAll, describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { unpackBytes } from "../../../shared/io/files/read-input.ts";
import { packXz } from "../../io/must-gather-layouts/xz.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { runInProcess } from "../run-in-process.ts";

const folder = temporaryFolder();

const widget = (name: string): string =>
  `apiVersion: acme.io/v1\nkind: Widget\nmetadata: {name: ${name}, namespace: n}\nstatus: {phase: Ready}\n`;
/** The widget a, packed by xz 5.4 with its usual checksum. */
const packedByXz =
  "/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM4ABcAFddADCcCVS521GDRIXLp+ihLU6PgWps6Uy5zeWXZrFlxbtwKPV34Q1xm/8SMMIMhCrUzNSBX6OoaZe0SbcSV+PdFF5J3pgM+d3ogCYJ1FDf3M1WtwBXwfe8AAAAUjiAk+o2rhMAAXNdV7JOMR+2830BAAAAAARZWg==";
const pathOf = (name: string): string => join(folder, name);

beforeAll(async () => {
  mkdirSync(pathOf("objects/below"), { recursive: true });
  writeFileSync(pathOf("objects/a.yaml"), widget("a"));
  writeFileSync(pathOf("objects/below/b.yaml"), widget("b"));
  writeFileSync(pathOf("objects/notes.txt"), "no object");
  await create({ file: pathOf("objects.tar"), cwd: folder }, ["objects"]);
  await create({ file: pathOf("objects.tgz"), cwd: folder, gzip: true }, ["objects"]);
  writeFileSync(pathOf("objects.tar.zst"), zstdCompressSync(readFileSync(pathOf("objects.tar"))));
  const zip = new ZipFile();
  for (const name of ["a", "b"]) zip.addBuffer(Buffer.from(widget(name)), `${name}.yaml`);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  writeFileSync(pathOf("objects.zip"), Buffer.concat(chunks));
  mkdirSync(pathOf("bundle/sos_commands"), { recursive: true });
  writeFileSync(
    pathOf("bundle/describe.txt"),
    readFileSync(join(import.meta.dirname, "../../parse/pasted/described/pvc.txt")),
  );
  writeFileSync(pathOf("bundle/get-pods.txt"), "NAME  READY\nweb   0/1\n");
  writeFileSync(pathOf("bundle/web.log"), widget("log"));
  writeFileSync(pathOf("bundle/sos_commands/oc_get_widgets_-o_yaml"), widget("sos"));
  await create({ file: pathOf("bundle.tgz"), cwd: folder, gzip: true }, ["bundle"]);
  await create({ file: pathOf("texts.tgz"), cwd: folder, gzip: true }, ["bundle/get-pods.txt"]);
  writeFileSync(pathOf("a.yaml.gz"), gzipSync(widget("a")));
  writeFileSync(pathOf("a.yaml.zst"), zstdCompressSync(widget("a")));
  writeFileSync(pathOf("a.yaml.xz"), Buffer.from(packedByXz, "base64"));
  const packed = packXz(Buffer.from(widget("a")));
  writeFileSync(pathOf("two.xz"), Buffer.concat([packed, packXz(Buffer.from(`---\n${widget("b")}`))]));
  writeFileSync(pathOf("short.xz"), packed.subarray(0, 60));
  writeFileSync(pathOf("objects.tar.xz"), packXz(readFileSync(pathOf("objects.tar"))));
  writeFileSync(pathOf("short.tar.xz"), packXz(readFileSync(pathOf("objects.tar"))).subarray(0, 2000));
  writeFileSync(pathOf("a.yaml.bz2"), Buffer.from("425a68393141592653590000", "hex"));
  writeFileSync(pathOf("a.yaml"), widget("a"));
  await create({ file: pathOf("a.tgz"), cwd: folder, gzip: true }, ["a.yaml"]);
});

/** The names of the roots, or the error. */
async function rootsOf(args: readonly string[], stdin?: string): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runInProcess([...args, "-o", "jsonpath={.roots[*].ref.name}"], stdin);
  return code === 0 ? stdout.trim().split(" ") : [stderr.trim().replaceAll(folder, "")];
}

test("what a damaged tar of xz has before the damage is shown, with the damage", async () => {
  const { stdout } = await runInProcess(["-f", pathOf("short.tar.xz"), "-o", "wide"]);
  expect(stdout).toMatch(/Widget a /);
  expect(stdout.replace(/\s+/g, " ")).toContain("its xz data is damaged");
});

test("xz data that unpacks to more than is read is refused before it is held", async () => {
  await expect(unpackBytes(packXz(Buffer.alloc(200_000)), 199_999)).rejects.toThrow(RangeError);
  expect(await unpackBytes(packXz(Buffer.alloc(200_000)), 200_000)).toEqual({ bytes: Buffer.alloc(200_000) });
});

describe("one option reads everything", () => {
  const rows: readonly [title: string, args: readonly string[], roots: readonly string[]][] = [
    ["-f reads a packed file", ["-f", "a.yaml.gz"], ["a"]],
    ["packed with zstd", ["-f", "a.yaml.zst"], ["a"]],
    ["packed with xz", ["-f", "a.yaml.xz"], ["a"]],
    ["in two streams, one behind the other", ["-f", "two.xz"], ["a", "b"]],
    ["-f reads the manifests of a tar", ["-f", "objects.tar"], ["a", "b"]],
    ["of a packed tar", ["-f", "objects.tgz"], ["a", "b"]],
    ["of a tar that is packed with zstd", ["-f", "objects.tar.zst"], ["a", "b"]],
    ["of a tar that is packed with xz", ["-f", "objects.tar.xz"], ["a", "b"]],
    ["of a zip", ["-f", "objects.zip"], ["a", "b"]],
    ["of a tar that is called as its file is", ["-f", "a.tgz"], ["a"]],
    ["what kubectl printed into text files of an archive, logs omitted", ["-f", "bundle.tgz"], ["pvc", "sos"]],
    [
      "an archive without objects",
      ["-f", "texts.tgz"],
      ["error: cannot use /texts.tgz: no .yaml, .yml, .json or text file in it holds a Kubernetes object"],
    ],
    ["of one namespace", ["-f", "objects.zip", "-n", "n"], ["a", "b"]],
    ["--must-gather reads a file of objects", ["--must-gather", "a.yaml"], ["a"]],
    ["a packed one", ["--must-gather", "a.yaml.gz"], ["a"]],
    ["an archive of objects", ["--must-gather", "objects.tgz"], ["a", "b"]],
    ["a folder of objects", ["--must-gather", "objects"], ["a", "b"]],
    [
      "a file without objects is refused",
      ["-f", "objects/notes.txt"],
      ["error: cannot use /objects/notes.txt:1:1: expected a Kubernetes object, found text"],
    ],
    [
      "what it cannot unpack names the program",
      ["-f", "a.yaml.bz2"],
      ["error: cannot read /a.yaml.bz2: it is packed with bzip2; unpack it first: bzip2 -d"],
    ],
    [
      "xz data that ends too early is damaged",
      ["-f", "short.xz"],
      ["error: cannot read /short.xz: its xz data is damaged"],
    ],
    [
      "an archive beside other files",
      ["-f", "a.yaml", "-f", "objects.tar"],
      [
        "error: cannot use /objects.tar together with other files: it is an archive or a must-gather; pass it alone, or compare two with diff",
      ],
    ],
  ];
  test.for(rows)("%s", async ([, args, roots]) => {
    const paths = args.map((word) => (/^(-.*|n)$/.test(word) ? word : pathOf(word)));
    expect(await rootsOf(paths)).toEqual(roots);
  });

  test("-f reads a must-gather", async () => {
    expect(await rootsOf(["-f", "media/sample"])).toEqual(["kubevirt-hyperconverged"]);
  });
});

test("what was done to a pasted text is one line of standard error", async () => {
  const { stdout, stderr } = await runInProcess(
    ["-f", "-", "-o", "name"],
    `$ oc get widget a -o yaml\n${widget("a")}$ \n`,
  );
  expect([stdout, stderr]).toEqual([
    expect.stringContaining("a"),
    "read standard input as pasted text: commands and prompts removed\n",
  ]);
});
