import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parseOptions } from "../../plugin/cli/parse-options.ts";
import type { Report } from "../../shared/model/report.ts";
import { rawTar, rawZip, tarHeader, tarOf, writeFolder, zipOf } from "../io/must-gather-layouts/archives.ts";
import { type Layout, virtualization, withoutFolder, wrapLayout } from "../io/must-gather-layouts/layouts.ts";
import { readCollected } from "../io/must-gather-layouts/objects.ts";
import { repetitions } from "../size.ts";
import { temporaryFolder, writeInFolder } from "../temporary-folder.ts";
import { runInProcess } from "./run-in-process.ts";

const folder = temporaryFolder();

const namespace = "kubevirt-hyperconverged";
const at = "2026-11-21T12:34:56Z";
const image = virtualization(readCollected(), namespace, "image/");
const mustGather = wrapLayout(image, "must-gather.local.1/", at);
const whole = writeFolder(mustGather, join(folder, "whole"));
const hyperConverged = `must-gather.local.1/image/namespaces/${namespace}/crs/hyperconvergeds.hco.kubevirt.io/kubevirt-hyperconverged.yaml`;

const file = (name: string, content: string | Uint8Array): string => writeInFolder(folder, name, content);

function writeLayout(name: string, layout: Layout): string {
  return writeFolder(layout, join(folder, name));
}

async function reportOf(source: readonly string[]): Promise<Report> {
  return JSON.parse((await runInProcess([...source, "-o", "json"])).stdout) as Report;
}

async function readReport(path: string, ...args: readonly string[]): Promise<Report> {
  const { stdout, stderr } = await runInProcess(["--must-gather", path, "-o", "json", ...args]);
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Report;
}

describe("ages of a folder inside a must-gather count from the timestamp of the whole", () => {
  const sampleImage = "media/sample/quay-io-kubevirt-must-gather-sha256-1c5d0e7a";
  const rows = [sampleImage, `${sampleImage}/namespaces`, `${sampleImage}/namespaces/kubevirt-hyperconverged`];
  test.for(rows)("%s", async (inner) => {
    expect((await readReport(inner)).takenAt).toBe((await readReport("media/sample")).takenAt);
  });
  test("ages do not count from the timestamp of a folder further above", async () => {
    const nested: Layout = new Map([...image].map(([path, text]) => [`case/must-gather/${path}`, text]));
    const path = writeLayout("above", wrapLayout(nested, "", "2020-01-01T00:00:00Z"));
    expect((await readReport(join(path, "case/must-gather/image"))).takenAt).not.toBe("2020-01-01T00:00:00Z");
  });
});

describe("a path without a must-gather of an HCO gets one sentence with its contents and what to do, and exit 1", () => {
  const tarred = tarOf(whole, join(folder, "whole.tar.gz"));
  const rows: [what: string, path: string, sentence: RegExp][] = [
    ["a path that is not there", join(folder, "nowhere"), /cannot read .*nowhere: no such file/],
    ["an empty folder", writeLayout("bare", new Map()), /cannot use .*bare: .*it is empty/],
    ["an empty file", file("empty.tar.gz", ""), /empty\.tar\.gz: it is empty/],
    ["a plain text", file("notes.txt", "call me\n"), /notes\.txt: not a must-gather.*-f/],
    ["an archive of another kind", file("a.xz", "\u00fd7zXZ\u0000\u0000\u0000"), /a\.xz: not a must-gather/],
    [
      "a folder of something else",
      writeLayout("photos", new Map([["a/b.jpg", "x"]])),
      /no folder named namespaces.*it has a;/,
    ],
    [
      "a folder with the archive of a gather",
      writeLayout("case", new Map([["mg.tar.gz", "x"]])),
      /to read the must-gather in mg\.tar\.gz, specify that file/,
    ],
    ["a gzip of no tar", file("text.tar.gz", gzipSync("no tar at all".repeat(100))), /no folder named namespaces/],
    [
      "a gather of another product",
      writeLayout("other", new Map([["namespaces/openshift-etcd/openshift-etcd.yaml", "kind: Namespace\n"]])),
      /no HyperConverged in .*other: it has one image with namespaces openshift-etcd;.*oc adm must-gather --image/,
    ],
    [
      "one of the cluster's operators names the types to ask for",
      writeLayout(
        "operators",
        new Map([
          ["namespaces/n/n.yaml", "kind: Namespace\n"],
          [
            "cluster-scoped-resources/config.openshift.io/clusteroperators/dns.yaml",
            "apiVersion: config.openshift.io/v1\nkind: ClusterOperator\nmetadata: {name: dns}\n",
          ],
        ]),
      ),
      /no HyperConverged in .*report on another TYPE or TYPE\/NAME, such as clusteroperators/,
    ],
    [
      "half of a zip",
      file("half.zip", zipOf(mustGather).subarray(0, 5000)),
      /half\.zip: the zip archive is damaged or truncated/,
    ],
    [
      "the first bytes of a tar.gz",
      file("half.tgz", readFileSync(tarred).subarray(0, 100)),
      /half\.tgz: .*the archive cannot be read to its end/,
    ],
  ];
  test.for(rows)("%s", async ([, path, sentence]) => {
    const { code, stdout, stderr } = await runInProcess(["--must-gather", path]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toMatch(sentence);
  });

  test("an archive under -f is read as the must-gather that it is", async () => {
    const [asFile, asMustGather] = await Promise.all([
      runInProcess(["-f", tarred]),
      runInProcess(["--must-gather", tarred]),
    ]);
    expect([asFile.code, asFile.stdout.split("\n", 1)]).toEqual([
      asMustGather.code,
      asMustGather.stdout.split("\n", 1),
    ]);
  });

  test.for([
    ["--must-gather=x -f y", /cannot be used together/],
    ["--must-gather=", /--must-gather is empty/],
    ["--must-gather", /flag needs an argument/],
  ] as const)("%s", ([line, sentence]) => {
    expect(parseOptions(line.split(" "))).toEqual({ error: expect.stringMatching(sentence) });
  });
});

describe("a must-gather is found at any level", () => {
  const one = withoutFolder(image, `image/namespaces/${namespace}/`);
  const rows: [what: string, path: () => string][] = [
    ["the folder that oc made", () => join(whole, "must-gather.local.1")],
    ["the image's folder", () => join(whole, "must-gather.local.1/image")],
    ["the folder called namespaces", () => join(whole, "must-gather.local.1/image/namespaces")],
    ["one namespace's folder", () => join(whole, `must-gather.local.1/image/namespaces/${namespace}`)],
    [
      "some levels above",
      () => writeLayout("deep", new Map([...mustGather].map(([path, text]) => [`a/b/c/d/${path}`, text]))),
    ],
    ["in a path with spaces and other letters", () => writeLayout("fall 42 – Müller 漢字", mustGather)],
    [
      "namespaces in an archive",
      () => tarOf(writeLayout(`one/${namespace}`, one), join(folder, `${namespace}.tar.gz`)),
    ],
    [
      "a zip with unicode names",
      () => file("z.zip", zipOf(new Map([...mustGather].map(([path, text]) => [`Fälle/漢/${path}`, text])))),
    ],
  ];
  test.for(rows)("%s", async ([, path]) => {
    const report = await readReport(path());
    expect(report.roots.map(({ ref }) => ref.name)).toEqual(["kubevirt-hyperconverged"]);
    expect(report.source).toMatchObject({ kind: "must-gather", name: path() });
  });
});

describe("the clock of a must-gather", () => {
  test("is the newest line of its timestamp", async () => expect((await readReport(whole)).takenAt).toBe(at));
  test("is the newest time inside where there is no timestamp", async () => {
    const { takenAt } = await readReport(join(writeLayout("timeless", image), "image/namespaces"));
    expect(takenAt).toMatch(/^2026-/);
    expect(takenAt).not.toBe(at);
  });
  test("is the newest time inside if the timestamp is in the future and far from it, which is reported", async () => {
    const future = wrapLayout(image, "must-gather.local.1/", "2099-01-01T00:00:00Z");
    const report = await readReport(writeLayout("future", future));
    expect(report.takenAt).toMatch(/^2026-/);
    const gap = report.completeness.gaps.find(({ verb }) => verb === "read");
    expect(gap?.cause).toMatch(/2099-01-01T00:00:00Z is in the future .* ages are computed from 2026-/);
  });
  test("is what --at says", async () => {
    expect((await readReport(whole, "--at", "2030-01-01T00:00:00Z")).takenAt).toBe("2030-01-01T00:00:00Z");
  });
});

describe("what is damaged is named, and nothing is concluded from it", () => {
  const cdi =
    "must-gather.local.1/image/cluster-scoped-resources/cdis.cdi.kubevirt.io/cdi-kubevirt-hyperconverged.yaml";
  const rows: [what: string, text: string, cause: RegExp][] = [
    ["an empty file", "", /it is empty/],
    ["no YAML", "Error from server: {unclosed\n", /\d+:\d+$|flow|:/],
    ["binary data", "kind: \u0000\n", /binary data/],
  ];
  test.for(rows)("%s", async ([what, text, cause]) => {
    const report = await readReport(writeLayout(`damaged ${what}`, new Map([...mustGather, [cdi, text]])));
    const gaps = report.completeness.gaps.filter(({ kind }) => kind === "CDI");
    expect(gaps.map(({ outcome }) => outcome)).toEqual(["unread"]);
    expect(`${gaps[0]?.cause}`).toMatch(cause);
    expect(report.roots[0]?.children.find(({ ref }) => ref.kind === "CDI")?.outcome).toBe("unread");
    expect(report.findings.map(({ code }) => code)).toContain("damaged-input");
  });

  test("a list that is cut off keeps its whole items and is no longer complete", async () => {
    const path = `must-gather.local.1/image/namespaces/${namespace}/apps/deployments.yaml`;
    const text = mustGather.get(path) ?? "";
    const report = await readReport(
      writeLayout("cut list", new Map([...mustGather, [path, text.slice(0, text.length * 0.8)]])),
    );
    const gap = report.completeness.gaps.find(({ kind }) => kind === "Deployment");
    expect(gap).toMatchObject({ verb: "list", outcome: "unread" });
    expect(gap?.cause).toMatch(/deployments\.yaml/);
    const held = [...text.matchAll(/^- /gm)].length;
    expect(report.completeness.found).toBeGreaterThan(held / 2);
  });

  test("a truncated tar.gz is reported, and what it lacks is not called absent", async () => {
    // The order of the archive is the order of these names.
    const entries = [...mustGather].sort(([a], [b]) => Number(b === hyperConverged) - Number(a === hyperConverged));
    const packed = gzipSync(rawTar(entries.map(([name, text]) => ({ name: shortenPath(name), text }))));
    const report = await readReport(file("cut.tar.gz", packed.subarray(0, packed.length / 2)));
    expect(report.roots).toHaveLength(1);
    expect(report.completeness.gaps.map(({ outcome }) => outcome)).not.toContain("absent");
    expect(report.completeness.gaps.map(({ outcome }) => outcome)).not.toContain("noSuchKind");
    expect(report.completeness.gaps.some(({ verb, cause }) => verb === "read" && /truncated/.test(`${cause}`))).toBe(
      true,
    );
  });

  describe("a truncated input is called incomplete in the first line, and --exit-code returns 1", () => {
    const deployments = [...mustGather].find(([path]) => path.endsWith("apps/deployments.yaml"))?.[1] ?? "";
    const widget = (name: string): string => `- apiVersion: a.example/v1
  kind: Widget
  metadata: {name: ${name}}
  status:
    conditions:
    - message: the widget is ready to be used by all
      status: "True"
      type: Ready
`;
    const list = `apiVersion: v1\nitems:\n${widget("one")}${widget("two")}`;
    const archive = (): Buffer => readFileSync(tarOf(whole, join(folder, "to-cut.tgz")));
    const rows: [what: string, args: () => readonly string[], line: RegExp][] = [
      [
        "an archive",
        () => ["--must-gather", file("cut.tgz", archive().subarray(0, -200))],
        /^! Incomplete: .*cut\.tgz: the archive is truncated, and the rest is missing/,
      ],
      [
        "an archive as a file",
        () => ["-f", file("cut.tgz", archive().subarray(0, -200))],
        /^! Incomplete: .*cut\.tgz: the archive is truncated, and the rest is missing/,
      ],
      [
        "a list in a must-gather",
        () => {
          const cut = [...mustGather].map(
            ([path, text]) => [path, text === deployments ? text.slice(0, -300) : text] as const,
          );
          return ["--must-gather", writeLayout("cut-list", new Map(cut))];
        },
        /^! Incomplete: .*apps\/deployments\.yaml: truncated: it ends in the middle of a list$/,
      ],
      [
        "a list of kubectl get",
        () => ["-f", file("cut.yaml", list.slice(0, -40))],
        /^! Incomplete: .*cut\.yaml:\d+: the list is cut, and the object at the cut is not read/,
      ],
    ];
    test.for(rows)("%s", async ([, args, line]) => {
      const source = args();
      const { code, stdout } = await runInProcess([...source, "--exit-code", "--width", "0"]);
      expect([code, stdout.split("\n", 1)[0]]).toEqual([1, expect.stringMatching(line)]);
      expect(stdout).not.toContain("could not be used");
      const { findings } = await reportOf(source);
      expect(findings).toContainEqual(expect.objectContaining({ code: "damaged-input", truncated: true }));
    });

    test("a truncated input without any requested object is called incomplete", async () => {
      const { code, stderr } = await runInProcess(["-f", file("cut.yaml", list.slice(0, -40)), "pods", "--exit-code"]);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(
          /^Incomplete: .*the list is cut.*\nNo resources found in .*, which has only Widget one$/m,
        ),
      ]);
    });

    test("without --exit-code what was read is reported with 0", async () => {
      expect((await runInProcess(["--must-gather", file("cut.tgz", archive().subarray(0, -200))])).code).toBe(0);
    });

    test("a packed file is refused", async () => {
      const packed = file("cut.yaml.gz", gzipSync(list).subarray(0, -40));
      expect(await runInProcess(["-f", packed])).toEqual({
        code: 1,
        stdout: "",
        stderr: `error: cannot read ${packed}: its gzip data is truncated\n`,
      });
    });
  });

  test("must-gathers of two clusters are not mixed", async () => {
    const other = [...mustGather].map(
      ([path, text]) => [`other/${path}`, text.replace(/^ {2}uid: .*$/m, "  uid: another")] as const,
    );
    const { code, stderr } = await runInProcess([
      "--must-gather",
      writeLayout("two", new Map([...mustGather, ...other])),
    ]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/must-gathers of two clusters or times: HyperConverged .*; specify one of them/),
    ]);
  });

  test("two HyperConvergeds of two must-gathers are refused, wherever they are", async () => {
    const other = [...mustGather].map(
      ([path, text]) =>
        [
          `other/${path.replaceAll(namespace, "second")}`,
          text.replaceAll(`namespace: ${namespace}`, "namespace: second"),
        ] as const,
    );
    const { code, stderr } = await runInProcess([
      "--must-gather",
      writeLayout("two places", new Map([...mustGather, ...other])),
    ]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/must-gathers of two clusters.*; specify one of them/)]);
  });

  test("a must-gather that is given twice is read once", async () => {
    const twice = [...mustGather].map(([path, text]) => [`again/${path}`, text] as const);
    expect((await readReport(writeLayout("twice", new Map([...mustGather, ...twice])))).roots).toHaveLength(1);
  });

  test("a HyperConverged in each of two images is two roots", async () => {
    const text = (mustGather.get(hyperConverged) ?? "").replace(/^ {2}namespace: .*$/m, "  namespace: second");
    const second = new Map([
      [
        hyperConverged
          .replaceAll(namespace, "second")
          .replace("/second.yaml", "/kubevirt-hyperconverged.yaml")
          .replace("/image/", "/image2/"),
        text,
      ],
    ]);
    const report = await readReport(writeLayout("second", new Map([...mustGather, ...second])));
    expect(report.roots.map(({ ref }) => ref.namespace).sort()).toEqual([namespace, "second"].sort());
  });
});

describe("an archive that means harm is refused or does none, and says so", () => {
  const evil = "kind: HyperConverged\n";
  const good = [...mustGather].map(([name, text]) => ({ name: shortenPath(name), text }));
  const rows: [what: string, entries: Parameters<typeof rawTar>[0], cause: RegExp][] = [
    ["..", [{ name: "../../namespaces/a/core/pods.yaml", text: evil }], /leaves the archive/],
    ["an absolute name", [{ name: "/namespaces/a/core/pods.yaml", text: evil }], /absolute path/],
    ["a symbolic link", [{ name: "namespaces/a/core/pods.yaml", type: "2", link: "/etc/passwd" }], /symbolic link/],
    ["a hard link", [{ name: "namespaces/a/core/pods.yaml", type: "1", link: "/etc/passwd" }], /hard link/],
    ["a device", [{ name: "namespaces/a/core/pods.yaml", type: "3" }], /a device/],
    ["a path twice", [{ name: shortenPath(hyperConverged), text: evil }], /twice/],
    ["a name too deep", [{ name: `${"a/".repeat(45)}b.yaml`, text: evil }], /too deep/],
  ];
  test.for(rows)("%s in a tar", async ([what, entries, cause]) => {
    const report = await readReport(file(`evil ${what.replace(/\W/g, "")}.tar`, rawTar([...good, ...entries])));
    expect(report.roots).toHaveLength(1);
    expect(report.completeness.gaps.some((gap) => gap.verb === "read" && cause.test(`${gap.cause}`))).toBe(true);
  });

  test.for([
    ["..", { name: "../x.yaml", data: evil }, /leaves the archive/],
    ["a link", { name: "x.yaml", data: "/etc/passwd", mode: 0o120777 }, /a link or a device/],
  ] as const)("%s in a zip", async ([what, entry, cause]) => {
    const zip = rawZip([...[...mustGather].map(([name, data]) => ({ name, data })), entry]);
    const report = await readReport(file(`evil ${what.length}.zip`, zip));
    expect(report.completeness.gaps.some((gap) => gap.verb === "read" && cause.test(`${gap.cause}`))).toBe(true);
  });

  test("a link out of a folder is not followed, and what lay behind it is not called absent", async () => {
    const path = writeLayout("links", mustGather);
    const crs = join(path, `must-gather.local.1/image/namespaces/${namespace}/crs`);
    const secret = writeLayout("elsewhere", new Map([["kubevirts.kubevirt.io/k.yaml", evil]]));
    rmSync(join(crs, "kubevirts.kubevirt.io"), { recursive: true });
    symlinkSync(join(secret, "kubevirts.kubevirt.io"), join(crs, "kubevirts.kubevirt.io"));
    const report = await readReport(path);
    const causes = report.completeness.gaps.map(({ cause = "" }) => cause);
    expect(causes).toContain("a link that leaves the must-gather; not followed");
    expect(report.completeness.gaps.find(({ kind }) => kind === "KubeVirt")?.outcome).toBe("unread");
  });

  test("a zip bomb is refused", async () => {
    const bomb = rawZip([
      ...[...mustGather].map(([name, data]) => ({ name, data })),
      { name: "a.yaml", data: "0", claimed: 0xfffffff0 },
    ]);
    const { code, stderr } = await runInProcess(["--must-gather", file("bomb.zip", bomb)]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/unpacks to more than 300 times its size/)]);
  });

  test("a file of a zip that is larger than it may be is not read", async () => {
    const path = `must-gather.local.1/image/cluster-scoped-resources/cdis.cdi.kubevirt.io/cdi-kubevirt-hyperconverged.yaml`;
    const zip = zipOf(new Map([...mustGather, [path, " ".repeat(70_000_000)]]));
    const report = await readReport(file("large.zip", zip));
    expect(report.completeness.gaps.find(({ kind }) => kind === "CDI")).toMatchObject({
      outcome: "unread",
      cause: expect.stringMatching(/larger than 64 MB/),
    });
  });

  test("a gzip bomb is refused", async () => {
    const zeros = gzipSync(Buffer.alloc(60_000_000));
    const header = tarHeader("zeros.log", 600_000_000);
    const { code, stderr } = await runInProcess([
      "--must-gather",
      file("bomb.tgz", Buffer.concat([gzipSync(header), ...Array(10).fill(zeros)])),
    ]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/suggests an archive bomb/)]);
  });

  test("a tar of 300,000 entries is refused", async () => {
    const many = Buffer.concat(Array.from({ length: 100 }, (_, index) => tarHeader(`${index}.yaml`, 0)));
    const packed = gzipSync(Buffer.concat(Array(100).fill(many)));
    const { code, stderr } = await runInProcess([
      "--must-gather",
      file("many.tgz", Buffer.concat(Array(30).fill(packed))),
    ]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/more than 250000 entries/)]);
  });

  test("a tar of links is refused", async () => {
    const links = Array.from({ length: 10_100 }, (_, index) => tarHeader(`${index}.yaml`, 0, "2", "x"));
    const { code, stderr } = await runInProcess(["--must-gather", file("links.tar", Buffer.concat(links))]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/more than 10000 of its entries are links/)]);
  });

  test("a tar of logs in great number is read", async () => {
    const logs = Buffer.concat(
      Array.from({ length: 1000 }, (_, index) => tarHeader(`namespaces/x/pods/p/${index}.log`, 0)),
    );
    const packed = gzipSync(logs);
    const path = file("logs.tgz", Buffer.concat([...Array(repetitions(20)).fill(packed), gzipSync(rawTar(good))]));
    expect((await readReport(path)).roots).toHaveLength(1);
  });

  test("control characters in a name do nothing to a terminal", async () => {
    const tar = rawTar([...good, { name: "\u001b[31mred\u202e/../x.yaml", text: evil }]);
    const { stdout, stderr } = await runInProcess(["--must-gather", file("colour.tar", tar)]);
    expect(`${stdout}${stderr}`).not.toMatch(/[\u001b\u202e]/u);
    const lost = await runInProcess(["--must-gather", writeLayout("only\u001b[31m", new Map([["a\u001b[2J/x", ""]]))]);
    expect(lost.stderr).not.toContain("\u001b");
  });
});

/** A tar of 1988 holds names of 100 characters. */
function shortenPath(name: string): string {
  return name.replace("must-gather.local.1/image/", "").replace("must-gather.local.1/", "");
}
