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

/** The manifest of a Widget. */
const writeWidget = (name: string): string =>
  `apiVersion: acme.io/v1\nkind: Widget\nmetadata: {name: ${name}, namespace: n}\nstatus: {phase: Ready}\n`;
/** The Widget a, packed by xz 5.4 with its usual checksum. */
const packedByXz =
  "/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM4ABcAFddADCcCVS521GDRIXLp+ihLU6PgWps6Uy5zeWXZrFlxbtwKPV34Q1xm/8SMMIMhCrUzNSBX6OoaZe0SbcSV+PdFF5J3pgM+d3ogCYJ1FDf3M1WtwBXwfe8AAAAUjiAk+o2rhMAAXNdV7JOMR+2830BAAAAAARZWg==";
const pathOf = (name: string): string => join(folder, name);

beforeAll(async () => {
  mkdirSync(pathOf("objects/below"), { recursive: true });
  writeFileSync(pathOf("objects/a.yaml"), writeWidget("a"));
  writeFileSync(pathOf("objects/below/b.yaml"), writeWidget("b"));
  writeFileSync(pathOf("objects/notes.txt"), "no object");
  await create({ file: pathOf("objects.tar"), cwd: folder }, ["objects"]);
  await create({ file: pathOf("objects.tgz"), cwd: folder, gzip: true }, ["objects"]);
  writeFileSync(pathOf("objects.tar.zst"), zstdCompressSync(readFileSync(pathOf("objects.tar"))));
  const zip = new ZipFile();
  for (const name of ["a", "b"]) zip.addBuffer(Buffer.from(writeWidget(name)), `${name}.yaml`);
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
  writeFileSync(pathOf("bundle/web.log"), writeWidget("log"));
  writeFileSync(pathOf("bundle/sos_commands/oc_get_widgets_-o_yaml"), writeWidget("sos"));
  await create({ file: pathOf("bundle.tgz"), cwd: folder, gzip: true }, ["bundle"]);
  await create({ file: pathOf("texts.tgz"), cwd: folder, gzip: true }, ["bundle/get-pods.txt"]);
  writeFileSync(pathOf("a.yaml.gz"), gzipSync(writeWidget("a")));
  writeFileSync(pathOf("a.yaml.zst"), zstdCompressSync(writeWidget("a")));
  writeFileSync(pathOf("a.yaml.xz"), Buffer.from(packedByXz, "base64"));
  const packed = packXz(Buffer.from(writeWidget("a")));
  writeFileSync(pathOf("two.xz"), Buffer.concat([packed, packXz(Buffer.from(`---\n${writeWidget("b")}`))]));
  writeFileSync(pathOf("short.xz"), packed.subarray(0, 60));
  writeFileSync(pathOf("objects.tar.xz"), packXz(readFileSync(pathOf("objects.tar"))));
  writeFileSync(pathOf("short.tar.xz"), packXz(readFileSync(pathOf("objects.tar"))).subarray(0, 2000));
  writeFileSync(pathOf("a.yaml.bz2"), Buffer.from("425a68393141592653590000", "hex"));
  writeFileSync(pathOf("a.yaml"), writeWidget("a"));
  await create({ file: pathOf("a.tgz"), cwd: folder, gzip: true }, ["a.yaml"]);
});

/** The names of the roots, or the error. */
async function readRootNames(args: readonly string[], stdin?: string): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runInProcess([...args, "-o", "jsonpath={.roots[*].ref.name}"], stdin);
  return code === 0 ? stdout.trim().split(" ") : [stderr.trim().replaceAll(folder, "")];
}

test("-f reads a damaged tar of xz up to the damage, and reports the damage", async () => {
  const { stdout } = await runInProcess(["-f", pathOf("short.tar.xz"), "-o", "wide"]);
  expect(stdout).toMatch(/Widget a /);
  expect(stdout.replace(/\s+/g, " ")).toContain("its xz data is damaged");
});

test("xz data that unpacks to more bytes than the limit is refused", async () => {
  await expect(unpackBytes(packXz(Buffer.alloc(200_000)), 199_999)).rejects.toThrow(RangeError);
  expect(await unpackBytes(packXz(Buffer.alloc(200_000)), 200_000)).toEqual({ bytes: Buffer.alloc(200_000) });
});

describe("-f and --must-gather read packed files and archives", () => {
  const rows = [
    { rule: "-f reads a file that is packed with gzip", args: ["-f", "a.yaml.gz"], roots: ["a"] },
    { rule: "-f reads a file that is packed with zstd", args: ["-f", "a.yaml.zst"], roots: ["a"] },
    { rule: "-f reads a file that is packed with xz", args: ["-f", "a.yaml.xz"], roots: ["a"] },
    { rule: "-f reads a file of two xz streams behind each other", args: ["-f", "two.xz"], roots: ["a", "b"] },
    { rule: "-f reads the manifests of a tar", args: ["-f", "objects.tar"], roots: ["a", "b"] },
    {
      rule: "-f reads the manifests of a tar that is packed with gzip",
      args: ["-f", "objects.tgz"],
      roots: ["a", "b"],
    },
    {
      rule: "-f reads the manifests of a tar that is packed with zstd",
      args: ["-f", "objects.tar.zst"],
      roots: ["a", "b"],
    },
    {
      rule: "-f reads the manifests of a tar that is packed with xz",
      args: ["-f", "objects.tar.xz"],
      roots: ["a", "b"],
    },
    { rule: "-f reads the manifests of a zip", args: ["-f", "objects.zip"], roots: ["a", "b"] },
    { rule: "-f reads a tar that has the name of the file in it", args: ["-f", "a.tgz"], roots: ["a"] },
    {
      rule: "-f reads what kubectl printed into the text files of an archive, and no logs",
      args: ["-f", "bundle.tgz"],
      roots: ["pvc", "sos"],
    },
    {
      rule: "-f refuses an archive without objects",
      args: ["-f", "texts.tgz"],
      roots: ["error: cannot use /texts.tgz: no .yaml, .yml, .json or text file in it holds a Kubernetes object"],
    },
    { rule: "-f reads one namespace of an archive with -n", args: ["-f", "objects.zip", "-n", "n"], roots: ["a", "b"] },
    { rule: "--must-gather reads a file of objects", args: ["--must-gather", "a.yaml"], roots: ["a"] },
    { rule: "--must-gather reads a packed file of objects", args: ["--must-gather", "a.yaml.gz"], roots: ["a"] },
    { rule: "--must-gather reads an archive of objects", args: ["--must-gather", "objects.tgz"], roots: ["a", "b"] },
    { rule: "--must-gather reads a folder of objects", args: ["--must-gather", "objects"], roots: ["a", "b"] },
    {
      rule: "-f refuses a file without objects",
      args: ["-f", "objects/notes.txt"],
      roots: ["error: cannot use /objects/notes.txt:1:1: expected a Kubernetes object, found text"],
    },
    {
      rule: "-f names the program that unpacks a format it cannot read",
      args: ["-f", "a.yaml.bz2"],
      roots: ["error: cannot read /a.yaml.bz2: it is packed with bzip2; unpack it first: bzip2 -d"],
    },
    {
      rule: "-f reports xz data that ends too early as damaged",
      args: ["-f", "short.xz"],
      roots: ["error: cannot read /short.xz: its xz data is damaged"],
    },
    {
      rule: "-f refuses an archive beside other files",
      args: ["-f", "a.yaml", "-f", "objects.tar"],
      roots: [
        "error: cannot use /objects.tar together with other files: it is an archive or a must-gather; pass it alone, or compare two with diff",
      ],
    },
  ];
  test.for(rows)("$rule", async ({ args, roots }) => {
    const argsWithPaths = args.map((word) => (/^(-.*|n)$/.test(word) ? word : pathOf(word)));
    expect(await readRootNames(argsWithPaths)).toEqual(roots);
  });

  test("-f reads a must-gather", async () => {
    expect(await readRootNames(["-f", "media/sample"])).toEqual(["kubevirt-hyperconverged"]);
  });
});

test("reading a pasted text prints one line to standard error that says what was removed", async () => {
  const { stdout, stderr } = await runInProcess(
    ["-f", "-", "-o", "name"],
    `$ oc get widget a -o yaml\n${writeWidget("a")}$ \n`,
  );
  expect([stdout, stderr]).toEqual([
    expect.stringContaining("a"),
    "read standard input as pasted text: commands and prompts removed\n",
  ]);
});
