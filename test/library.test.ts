import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const index = new URL("../shared/index.ts", import.meta.url).href;

/** Runs a module under bare Node, with no loader and nothing on the path, and takes what it prints. */
function bare(source: string, cwd: string): string {
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", source];
  return execFileSync(process.execPath, args, { cwd, encoding: "utf8" });
}

/** What another program would write: a HyperConverged and one component of it, both plain data. */
const program = (specifier: string): string => `
  import { aggregate, snapshotOf } from ${JSON.stringify(specifier)};
  const metadata = { name: "kubevirt-hyperconverged", namespace: "cnv" };
  const cdi = { apiVersion: "cdi.kubevirt.io/v1beta1", kind: "CDI", metadata: { name: "cdi-kubevirt-hyperconverged" },
    status: { conditions: [{ type: "Available", status: "False", reason: "Broken" }] } };
  const hco = { apiVersion: "hco.kubevirt.io/v1", kind: "HyperConverged", metadata, status: { conditions: [] } };
  const report = aggregate(snapshotOf([hco, cdi], { takenAt: "2026-11-21T12:00:00Z", source: { kind: "files", name: "x" } }));
  console.log(report.verdict, report.roots[0].rootCause.path.join("/"));
`;

describe("shared/index.ts is a library", () => {
  test("under bare Node, by type stripping", () => {
    expect(bare(program(index), tmpdir())).toBe("unavailable kubevirt-hyperconverged/CDI\n");
  });

  test("what it exports", async () => {
    const library: object = await import("../shared/index.ts");
    expect(Object.keys(library).toSorted()).toEqual([
      "aggregate",
      "changesBetween",
      "conditionOf",
      "equalConditions",
      "isReadyTrue",
      "isSameToSee",
      "judging",
      "pastOf",
      "profiles",
      "remembered",
      "setConditions",
      "snapshotOf",
      "verdicts",
      "worst",
    ]);
  });
});

describe("the package as npm packs it", () => {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-pack-"));
  const installed = join(folder, "node_modules/hco-status");
  beforeAll(() => {
    // --ignore-scripts: `prepare` would build again what is built.
    execFileSync(process.execPath, [join(root, "plugin/build/bundle.ts")], { cwd: root });
    const pack = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
    const archive = execFileSync("npm", pack, { cwd: root, encoding: "utf8" }).trim();
    mkdirSync(installed, { recursive: true });
    execFileSync("tar", ["-xzf", join(folder, archive), "-C", installed, "--strip-components=1"]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("is imported by its name", () => {
    expect(bare(program("hco-status"), folder)).toBe("unavailable kubevirt-hyperconverged/CDI\n");
  });

  test("ships the JSON Schema", () => {
    const schema: unknown = JSON.parse(readFileSync(join(installed, "shared/model/report.schema.json"), "utf8"));
    expect(schema).toHaveProperty("$defs");
  });

  test("ships the plugin with all its parts, and prints the bundled sample", () => {
    const plugin = join(installed, "dist/kubectl-hco_status.cjs");
    const printed = execFileSync(process.execPath, [plugin, "--must-gather", join(installed, "media/sample")], {
      encoding: "utf8",
    });
    expect(printed).toContain("kubevirt-hyperconverged unavailable");
  });
});
