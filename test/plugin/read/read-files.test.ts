import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Report } from "../../../shared/model/report.ts";
import { temporaryFolder, writeInFolder } from "../../temporary-folder.ts";
import { runInProcess } from "../run-in-process.ts";

const folder = temporaryFolder();

const file = (name: string, content: string | Uint8Array): string => writeInFolder(folder, name, content);

const folderOfSample =
  "media/sample/quay-io-kubevirt-must-gather-sha256-1c5d0e7a/namespaces/kubevirt-hyperconverged/hco.kubevirt.io";
const sample = readFileSync(`${folderOfSample}/hyperconvergeds.yaml`, "utf8");

test("the components of an Application alone are unread, and nothing is concluded from their absence", async () => {
  const kinds = [{ group: "apps", kind: "Deployment" }];
  const application = {
    apiVersion: "app.k8s.io/v1beta1",
    kind: "Application",
    metadata: { name: "shop", namespace: "a" },
    spec: { selector: { matchLabels: { app: "shop" } }, componentKinds: kinds },
    status: { componentsReady: "1/2", conditions: [{ type: "Ready", status: "False", reason: "R", message: "" }] },
  };
  const path = file("application.json", JSON.stringify(application));
  expect((await runInProcess(["-f", path])).stdout).toContain("Components unread (the CR reports 1/2)");
  const text = (await runInProcess(["-f", path, "-o", "wide"])).stdout.replace(/\s+/g, " ");
  expect(text).toContain("the components of Application shop are unread: the files have no object of their kinds");
  expect(text).not.toContain("has no components");
  const [root] = (JSON.parse((await runInProcess(["-f", path, "-o", "json"])).stdout) as Report).roots;
  expect(root?.driftHeld).toBe("incomplete");
});

describe("ages count from a moment that the report names", () => {
  const widget = (status: object): string =>
    JSON.stringify({ apiVersion: "acme.io/v1", kind: "Widget", metadata: { name: "w" }, status });
  const since = "2026-11-21T11:00:00Z";
  const ready = { conditions: [{ type: "Ready", status: "True", lastTransitionTime: since }] };
  const mustGather = join(folder, "gather/namespaces/a/acme.io/widgets");
  mkdirSync(mustGather, { recursive: true });
  writeFileSync(join(folder, "gather/timestamp"), "2026-11-21 12:00:00.1 +0000 UTC m=+0.1\n");

  test("the newest time in the file, at which an object of that age is healthy since then", async () => {
    const { stdout } = await runInProcess(["-f", file("aged.json", widget(ready)), "-o", "wide"]);
    expect(stdout).toContain(`healthy since ${since}`);
    expect(stdout).toContain(`as of ${since} (newest time inside)`);
  });
  test("the time of the must-gather around the file", async () => {
    writeFileSync(join(mustGather, "w.json"), widget(ready));
    const { stdout } = await runInProcess(["-f", join(mustGather, "w.json"), "-o", "wide"]);
    expect(stdout).toContain("healthy for 60m");
    expect(stdout).toContain("as of 2026-11-21T12:00:00Z (time of the must-gather))\n");
  });
  test("the time when the file was last written, where it has no time inside", async () => {
    const path = file("timeless.json", widget({ phase: "Ready" }));
    utimesSync(path, new Date("2026-11-20T08:00:00Z"), new Date("2026-11-20T08:00:00Z"));
    expect((await runInProcess(["-f", path, "-o", "wide"])).stdout).toContain(
      "as of 2026-11-20T08:00:00Z (time of the file)",
    );
  });
});

describe("bad input is one clear sentence on stderr and exit 1", () => {
  mkdirSync(join(folder, "bare"));
  const rows: [what: string, path: string, sentence: RegExp][] = [
    ["no file", join(folder, "nowhere.yaml"), /nowhere\.yaml: no such file/],
    ["an empty file", file("empty.yaml", ""), /empty\.yaml.*empty/],
    ["a directory with no manifest", join(folder, "bare"), /bare.*no \.yaml/],
    ["binary data", file("binary.yaml", new Uint8Array([0, 1, 2, 255, 0])), /binary\.yaml.*binary data/],
    ["no Kubernetes object", file("values.yaml", "replicas: 3\n"), /values\.yaml.*Kubernetes object/],
    ["10,000-deep nesting", file("deep.json", "[".repeat(10_000) + "]".repeat(10_000)), /deep\.json.*deep/],
    [
      "an alias bomb",
      file(
        "bomb.yaml",
        `a: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefghij"].map((key, place) => `${key}: &${key} [${Array(9).fill(`*${"abcdefghi"[place]}`)}]`).join("\n")}\n`,
      ),
      /bomb\.yaml.*alias/,
    ],
  ];
  test.for(rows)("%s", async ([, path, sentence]) => {
    const { code, stdout, stderr } = await runInProcess(["-f", path]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toMatch(sentence);
  });
});

describe("what can be used is used, and what cannot is a gap", () => {
  test("a broken document among good ones", async () => {
    const path = file(
      "broken.yaml",
      `${sample}\n---\nkind: [unclosed\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n`,
    );
    const report = await readReport("-f", path);
    expect(report.roots).toHaveLength(1);
    const [gap] = report.completeness.gaps.filter((each) => each.verb === "read");
    expect(gap?.name).toMatch(/broken\.yaml:\d+:\d+$/);
    expect(report.findings.map((finding) => finding.code)).toContain("damaged-input");
  });

  test("standard input, whose clock is now", async () => {
    const report: Report = JSON.parse((await runInProcess(["-f", "-", "-o", "json"], sample)).stdout);
    expect([report.takenAt, report.source.name]).toEqual(["2026-11-21T12:00:00Z", "standard input"]);
  });

  test("a folder and what is below it with -R", async () => {
    mkdirSync(join(folder, "below/deeper"), { recursive: true });
    writeFileSync(join(folder, "below/deeper/hco.yaml"), sample);
    expect((await runInProcess(["-f", join(folder, "below")])).code).toBe(1);
    expect((await runInProcess(["-f", join(folder, "below"), "-R", "-o", "name"])).stdout).toBe(
      "hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged\n",
    );
  });

  test("a Secret in the dump never shows its data", async () => {
    const data = Buffer.from("hunter2-hunter2").toString("base64");
    const secret = `\n---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: s\n  annotations: {last: ${data}}\ndata: {password: ${data}}\nstringData: {plain: hunter2}\n`;
    for (const format of ["text", "wide", "json", "yaml", "name"]) {
      const { stdout, stderr } = await runInProcess(["-f", file("secret.yaml", sample + secret), "-o", format]);
      expect(stdout + stderr).not.toMatch(new RegExp(`hunter2|${data}`));
    }
  });

  test("-n filters files as it filters kubectl get", async () => {
    const ended = await runInProcess(["-f", "media/sample", "-R", "-n", "elsewhere", "-o", "name"]);
    expect(ended.stdout).not.toContain("hyperconverged.hco.kubevirt.io");
  });

  test("what explains an object that is named is read in every namespace, also with -n", async () => {
    const situation = "a-stop-that-was-requested-an-hour-ago-is-not-carried-out";
    const path = `test/aggregate/generic/named-causes/${situation}.yaml`;
    const ended = await runInProcess(["-f", path, "vm/legacy", "-n", "shop", "--at", "2026-11-21T12:00:00Z"]);
    expect(ended.stdout).toContain("Pod virt-controller-1  degraded for 80m");
    expect((await runInProcess(["-f", path, "vm/legacy", "-n", "other"])).code).toBe(1);
  });

  test("--at moves every age", async () => {
    const { stdout } = await runInProcess(["-f", "media/sample", "-R", "--at", "2030-01-01T00:00:00Z"]);
    expect(stdout).toMatch(/unavailable for 3y/);
  });
});

describe("hostile data makes a report, and nothing in it acts", () => {
  const hostile = `\u001b[31mred\u001b[0m \u202Ereversed\u202C \u0000 nul\nsecond line ${"x".repeat(32 * 1024)}`;
  const dump = (conditions: unknown): string =>
    JSON.stringify({
      apiVersion: "hco.kubevirt.io/v1",
      kind: "HyperConverged",
      metadata: { name: "kubevirt-hyperconverged", namespace: "kubevirt-hyperconverged" },
      status: { conditions },
    });

  test.for(["text", "wide", "json", "yaml", "name"])(
    "a message of 32 KiB with ANSI, bidi and NUL in -o %s",
    async (format) => {
      const path = file(
        "hostile.json",
        dump([{ type: "Available", status: "False", reason: "\u001b]0;title\u0007", message: hostile }]),
      );
      const { code, stdout } = await runInProcess(["-f", path, "-o", format]);
      expect(code).toBe(0);
      expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    },
  );

  test("5,000 conditions on one object, one of each odd kind among them", async () => {
    const many = Array.from({ length: 5000 }, (_, place) => ({ type: `T${place}Ready`, status: "True" }));
    const odd = [
      null,
      7,
      "x",
      {},
      { type: 1 },
      { type: "__proto__", status: "true" },
      { type: "constructor", status: 1 },
    ];
    const report = await readReport("-f", file("many.json", dump([...many, ...odd])));
    expect(report.roots[0]?.conditions.length).toBe(5002);
    expect(report.findings.filter((finding) => finding.code === "odd-status")).toHaveLength(2);
  });

  const shapes: [shape: string, conditions: unknown][] = [
    ["null", null],
    ["a map", { Available: "True" }],
    ["a word", "True"],
    ["a list of nulls", [null, null]],
    ["a status of its own", [{ type: "Available", status: "Maybe" }]],
    ["times that are not times", [{ type: "Available", status: "True", lastTransitionTime: "yesterday" }]],
    ["a clock two days ahead", [{ type: "Available", status: "True", lastTransitionTime: "2026-11-23T12:00:00Z" }]],
  ];
  test.for(shapes)(
    "conditions that are %s are never healthy by themselves, and never throw",
    async ([, conditions]) => {
      const { code, stdout } = await runInProcess(["-f", "-", "-o", "json"], dump(conditions));
      const report: Report = JSON.parse(stdout);
      expect(code).toBe(0);
      expect(report.verdict).not.toBe("healthy");
    },
  );

  test("a clock that is two days ahead is reported, and ages are 0", async () => {
    const conditions = [
      { type: "ReconcileComplete", status: "False", reason: "x", lastTransitionTime: "2026-11-23T12:00:00Z" },
    ];
    const { stdout } = await runInProcess(["-f", "-", "-o", "wide"], dump(conditions));
    expect(stdout).toContain("a clock is wrong");
  });
});

describe("more than one HyperConverged", () => {
  test("of two, one in the wrong namespace, both are shown, and the rejected one leaves the other healthy", async () => {
    const refused = sample.replaceAll("namespace: kubevirt-hyperconverged", "namespace: other");
    const report = await readReport("-f", folderOfSample, "-f", file("second.yaml", refused));
    expect(report.roots.map((root) => root.ref.namespace).toSorted()).toEqual(["kubevirt-hyperconverged", "other"]);
    expect(report.findings.map((finding) => finding.code)).toContain("several-roots");
  });
});

async function readReport(...args: string[]): Promise<Report> {
  const { code, stdout, stderr } = await runInProcess([...args, "-o", "json"]);
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}
