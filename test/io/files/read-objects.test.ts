import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { InputError } from "../../../shared/io/errors/errors.ts";
import { type FilesRead, readFiles } from "../../../shared/io/files/read-objects.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const home = temporaryFolder();
const isRoot = process.getuid?.() === 0;

/** A manifest of one ConfigMap. */
function manifest(name: string, metadata = ""): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n${metadata}`;
}

function utf16(text: string, order: "le" | "be"): Buffer {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return order === "le" ? bytes : bytes.swap16();
}

/** An object whose status a web page or a mail has changed: it is YAML all the same, without that status. */
function disguisedManifest(status: string, indentation: string): string {
  return `${manifest("a")}status:\n${indentation}phase: x\n${indentation}ready: ${status}\n  type: ${status}\n`;
}

const files: Readonly<Record<string, string | Buffer>> = {
  "good.yaml": `${manifest("a")}---\n${manifest("b")}`,
  noExtension: manifest("plain"),
  "crlf.yaml": manifest("a").replaceAll("\n", "\r\n"),
  "utf8-bom.yaml": `\uFEFF${manifest("ä")}`,
  "utf16-le.yaml": utf16(manifest("ä"), "le"),
  "utf16-be.yaml": utf16(manifest("ä"), "be"),
  "utf16-le-bare.yaml": utf16(manifest("ä"), "le").subarray(2),
  "utf16-be-bare.yaml": utf16(manifest("ä"), "be").subarray(2),
  "html.yaml": disguisedManifest("&quot;True&quot;", "  "),
  "curly.yaml": disguisedManifest("“True”", "  "),
  "hard-spaces.yaml": disguisedManifest('"True"', "\u00a0 "),
  "hard-spaces-alone.yaml": disguisedManifest("True", "\u00a0\u00a0"),
  "list.json": JSON.stringify({ kind: "List", items: [{ apiVersion: "v1", kind: "Pod", metadata: { name: "p" } }] }),
  "nothing-found.json": JSON.stringify({ apiVersion: "v1", kind: "List", items: [] }),
  "empty.yaml": "",
  "blank.yaml": " \n\n# nothing here\n---\n",
  "binary.yaml": Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff, 0xff]),
  "values.yaml": "replicas: 2\n---\nimage: x\n",
  "broken.yaml": `${manifest("a")}---\na: "x\n---\n${manifest("b")}`,
  "secret.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata: {password: aHVudGVyMg==}\n",
  "namespaces.yaml":
    ["x", "y"].map((namespace) => manifest(`of-${namespace}`, `  namespace: ${namespace}\n`)).join("---\n") +
    `---\n${manifest("of-none")}`,
  "twice.yaml": ["7", "12", "9"].map((version) => manifest("a", `  resourceVersion: "${version}"\n`)).join("---\n"),
  "folder/b.yml": manifest("b"),
  "folder/a.yaml": manifest("a"),
  "folder/c.json": JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" } }),
  "folder/notes.txt": manifest("txt"),
  "folder/below/d.yaml": manifest("d"),
  "shared/mine.yaml": manifest("mine"),
  "sharedelsewhere/secret.yaml": manifest("elsewhere"),
  "mounted/..2026/a.yaml": manifest("of-a-volume"),
  "mixed/good.yaml": manifest("good"),
  "mixed/empty.yaml": "",
  "mixed/values.yaml": "a: 1\n",
  "deep-only/below/x.yaml": manifest("x"),
  "no-manifest/readme.md": "hello",
};

beforeAll(() => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), content);
  }
  symlinkSync(join(home, "folder"), join(home, "folder/below/circle"));
  symlinkSync("../a.yaml", join(home, "folder/below/link.yaml"));
  symlinkSync(join(home, "nowhere"), join(home, "mixed/dangling.yaml"));
  symlinkSync(join(home, "circle"), join(home, "circle"));
  symlinkSync("../sharedelsewhere/secret.yaml", join(home, "shared/outside.yaml"));
  symlinkSync(join(home, "sharedelsewhere/secret.yaml"), join(home, "shared/sideways.yaml"));
  symlinkSync("..data/a.yaml", join(home, "mounted/a.yaml"));
  symlinkSync("..2026", join(home, "mounted/..data"));
  symlinkSync("mounted", join(home, "to-mounted"));
});

async function* chunks(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

function read(
  paths: readonly string[],
  options: { recursive?: boolean; stdin?: Buffer[]; namespace?: string } = {},
): Promise<FilesRead> {
  const { recursive = false, stdin = [], namespace } = options;
  const places = paths.map((path) => (path === "-" || path.includes("://") ? path : join(home, path)));
  return readFiles(places, { recursive, stdin: chunks(...stdin), ...(namespace !== undefined && { namespace }) });
}

const namesOf = ({ objects }: FilesRead): readonly string[] => objects.map((object) => object.ref.name);

async function messageOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).message.replaceAll(`${home}/`, "");
}

test("each file that was read is reported, with how much it was so far", async () => {
  const reported: [files: number, bytes: number][] = [];
  const paths = ["utf8-bom.yaml", "list.json"].map((name) => join(home, name));
  await readFiles(paths, { recursive: false, stdin: chunks(), onProgress: (...so) => reported.push(so) });
  const [first = 0, second = 0] = paths.map((path) => readFileSync(path).length);
  expect(reported).toEqual([
    [1, first],
    [2, first + second],
  ]);
});

describe("paths mean what they mean to kubectl", () => {
  const rows: [paths: string[], recursive: boolean, names: string[], files: number][] = [
    [["good.yaml"], false, ["a", "b"], 1],
    [["noExtension"], false, ["plain"], 1],
    [["crlf.yaml"], false, ["a"], 1],
    [["utf8-bom.yaml"], false, ["ä"], 1],
    [["utf16-le.yaml"], false, ["ä"], 1],
    [["utf16-be.yaml"], false, ["ä"], 1],
    [["utf16-le-bare.yaml", "utf16-be-bare.yaml"], false, ["ä"], 2],
    [["list.json"], false, ["p"], 1],
    [["nothing-found.json"], false, [], 1],
    [["good.yaml", "list.json"], false, ["a", "b", "p"], 2],
    [["good.yaml", "good.yaml"], false, ["a", "b"], 1],
    [["folder"], false, ["a", "b", "c"], 3],
    [["folder"], true, ["a", "b", "d", "c"], 5],
    [["deep-only"], true, ["x"], 1],
  ];
  test.for(rows)("%j, recursive %j", async ([paths, recursive, names, count]) => {
    const found = await read(paths, { recursive });
    expect(namesOf(found)).toStrictEqual(names);
    expect(found).toMatchObject({ damage: [], files: count });
  });

  test("- is standard input, in any pieces, beside files too", async () => {
    const bytes = Buffer.from(manifest("ä"));
    const middle = bytes.indexOf(0xc3) + 1;
    const found = await read(["-", "list.json"], { stdin: [bytes.subarray(0, middle), bytes.subarray(middle)] });
    expect(namesOf(found)).toStrictEqual(["ä", "p"]);
    expect(found.files).toBe(2);
  });

  test("a link that leaves the directory is damage, and what it leads to is not read", async () => {
    const found = await read(["shared"], { recursive: true });
    expect(namesOf(found)).toStrictEqual(["mine"]);
    const outside = "not readable: it is a link that leaves the directory; name its target";
    expect(found.damage).toStrictEqual([
      { where: join(home, "shared/outside.yaml"), cause: outside },
      { where: join(home, "shared/sideways.yaml"), cause: outside },
    ]);
    expect(namesOf(await read(["shared/outside.yaml"]))).toStrictEqual(["elsewhere"]);
  });

  test("a link within the directory is read, as in a ConfigMap that is mounted, and through a link to the directory", async () => {
    expect(namesOf(await read(["mounted"]))).toStrictEqual(["of-a-volume"]);
    expect(namesOf(await read(["to-mounted"]))).toStrictEqual(["of-a-volume"]);
  });

  test("a named pipe is refused, because it may have no writer", async () => {
    const pipe = join(home, "pipe");
    execFileSync("sh", ["-c", `mkfifo "$0"`, pipe]);
    await expect(read(["pipe"])).rejects.toThrow(/^cannot read .*pipe: it is a named pipe; name a file$/);
  });
});

describe("what cannot be read, or holds no object at all, is one sentence", () => {
  const rows: [paths: string[], message: string, options?: { recursive?: boolean; stdin?: Buffer[] }][] = [
    [["dump.yaml"], "cannot read dump.yaml: no such file"],
    [["good.yaml/x"], "cannot read good.yaml/x: no such file"],
    [["good.yaml", "dump.yaml"], "cannot read dump.yaml: no such file"],
    [["circle"], "cannot read circle: its symbolic links form a loop"],
    [
      ["no-manifest"],
      "cannot use no-manifest: no .yaml, .yml or .json file in this directory (add -R to search subdirectories)",
    ],
    [
      ["deep-only"],
      "cannot use deep-only: no .yaml, .yml or .json file in this directory (add -R to search subdirectories)",
    ],
    [
      ["no-manifest"],
      "cannot use no-manifest: no .yaml, .yml or .json file in this directory or its subdirectories",
      { recursive: true },
    ],
    [["empty.yaml"], "cannot use empty.yaml: it is empty"],
    [["blank.yaml"], "cannot use blank.yaml: it is empty"],
    [["-"], "cannot use standard input: it is empty"],
    [["-"], "cannot use standard input: binary data, not YAML or JSON", { stdin: [Buffer.from([0, 1, 2])] }],
    [["binary.yaml"], "cannot use binary.yaml: binary data, not YAML or JSON"],
    [
      ["values.yaml"],
      "cannot use values.yaml:1:1: expected a Kubernetes object, found a mapping without apiVersion, kind, or metadata.name (and 1 more unusable)",
    ],
    [["empty.yaml", "binary.yaml"], "cannot use empty.yaml: it is empty (and 1 more unusable)"],
    [
      ["https://example.org/x.yaml"],
      "cannot read https://example.org/x.yaml: only local files are supported; download it, or pipe it into -f -",
    ],
  ];
  test.for(rows)("%j: %s", async ([paths, message, options]) => {
    expect(await messageOf(read(paths, options))).toBe(message);
  });

  test("the error of the system stands behind it", async () => {
    await expect(read(["dump.yaml"])).rejects.toMatchObject({ cause: { code: "ENOENT" } });
  });

  test("standard input that breaks off", async () => {
    async function* breakAfterOneByte(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("a");
      throw new Error("the pipe broke");
    }
    const message = await messageOf(readFiles(["-"], { recursive: false, stdin: breakAfterOneByte() }));
    expect(message).toBe("cannot read standard input: the pipe broke");
  });

  test("a file without permission", async () => {
    writeFileSync(join(home, "locked.yaml"), manifest("x"));
    chmodSync(join(home, "locked.yaml"), 0);
    chmodSync(home, 0o755);
    // Root may read every file, so the test reads as the user `nobody`.
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect(await messageOf(read(["locked.yaml"]))).toBe("cannot read locked.yaml: permission denied");
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });
});

test.for([
  ["html.yaml", "entities"],
  ["curly.yaml", "curly-quotes"],
  ["hard-spaces.yaml", "spaces"],
  ["hard-spaces-alone.yaml", "spaces"],
] as const)("a text that is YAML with other values than its author saw is read as it was: %s", async ([file, step]) => {
  const { objects, damage, pasted } = await read([file]);
  expect(damage).toEqual([]);
  expect(JSON.stringify(objects[0]?.status)).toMatch(/^\{"phase":"x","ready":(true|"True"),"type":(true|"True")\}$/);
  expect(pasted.map(({ steps }) => steps)).toEqual([[step]]);
});

function makeLarge(name: string): void {
  const large = openSync(join(home, name), "w");
  ftruncateSync(large, 128_000_001);
  closeSync(large);
}

describe("more than 128 MB is refused and not read", () => {
  test("a file", async () => {
    makeLarge("large.yaml");
    expect(await messageOf(read(["large.yaml"]))).toBe(
      "cannot read large.yaml: it is larger than 128 MB; pass only the relevant parts",
    );
  });

  test("a file beside others, which are read all the same", async () => {
    mkdirSync(join(home, "endless"));
    writeFileSync(join(home, "endless/good.yaml"), manifest("good"));
    makeLarge("endless/large.yaml");
    symlinkSync("large.yaml", join(home, "endless/link.yaml"));
    const found = await read(["endless"]);
    expect(namesOf(found)).toStrictEqual(["good"]);
    expect(found.damage.map(({ where, cause }) => `${where.replace(`${home}/`, "")}: ${cause}`)).toStrictEqual([
      "endless/large.yaml: not readable: it is larger than 127 MB; pass only the relevant parts",
      "endless/link.yaml: not readable: it is larger than 127 MB; pass only the relevant parts",
    ]);
  });

  test("standard input", async () => {
    const megabyte = Buffer.alloc(1_000_000, " ");
    const message = await messageOf(read(["-"], { stdin: Array<Buffer>(129).fill(megabyte) }));
    expect(message).toBe("cannot read standard input: it is larger than 128 MB; pass only the relevant parts");
  });
});

describe("beside something usable, what is not is damage", () => {
  test("a broken document among good ones", async () => {
    const found = await read(["broken.yaml"]);
    expect(namesOf(found)).toStrictEqual(["a", "b"]);
    expect(found.damage).toStrictEqual([{ where: join(home, "broken.yaml:7:1"), cause: "deficient indentation" }]);
  });

  test("empty, binary and foreign files, and one of a directory that cannot be read", async () => {
    const found = await read(["binary.yaml", "mixed"]);
    expect(namesOf(found)).toStrictEqual(["good"]);
    expect(found.damage.map(({ where, cause }) => `${where.replace(`${home}/`, "")}: ${cause}`)).toStrictEqual([
      "binary.yaml: binary data, not YAML or JSON",
      "mixed/dangling.yaml: not readable: no such file",
      "mixed/empty.yaml: it is empty",
      "mixed/values.yaml:1:1: expected a Kubernetes object, found a mapping without apiVersion, kind, or metadata.name",
    ]);
    expect(found.files).toBe(5);
  });
});

test("-n keeps the objects of its namespace and those of none", async () => {
  expect(namesOf(await read(["namespaces.yaml"], { namespace: "x" }))).toStrictEqual(["of-x", "of-none"]);
  expect(namesOf(await read(["namespaces.yaml"]))).toStrictEqual(["of-x", "of-y", "of-none"]);
  expect(namesOf(await read(["good.yaml"], { namespace: "x" }))).toStrictEqual(["a", "b"]);
});

test("an object that is read twice counts once, in its newest version", async () => {
  expect((await read(["twice.yaml"])).objects.map((object) => object.resourceVersion)).toStrictEqual(["12"]);
});

test("the data of a Secret is nowhere in what was read", async () => {
  const found = await read(["secret.yaml"]);
  expect(namesOf(found)).toStrictEqual(["s"]);
  expect(JSON.stringify(found)).not.toMatch(/aHVudGVyMg|password/);
});
