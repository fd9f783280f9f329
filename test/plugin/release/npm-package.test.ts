import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { repositoryRoot } from "../../../plugin/release/bundled-packages.ts";
import { writeNpmPackage } from "../../../plugin/release/npm-package.ts";
import { environmentWith, pathWith } from "../../environment.ts";
import { libraryProgram } from "../../library-program.ts";
import { buildBundles } from "../../shared-build.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder();
const consumer = join(folder, "consumer");
const installed = join(consumer, "node_modules/hco-status");
const env = environmentWith({ PATH: pathWith([join(repositoryRoot, "node_modules/.bin")]), HOME: folder });
let tarball: string;

beforeAll(async () => {
  const staged = join(folder, "staged");
  await writeNpmPackage(buildBundles(), staged);
  const pack = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  tarball = join(folder, execFileSync("npm", pack, { cwd: staged, env, encoding: "utf8" }).trim());
  mkdirSync(consumer);
  writeFileSync(join(consumer, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  // --offline: a dependency that is not in the package would end the installation.
  const install = ["install", "--offline", "--no-audit", "--no-fund", tarball];
  execFileSync("npm", install, { cwd: consumer, env, stdio: "pipe" });
});

/** The paths of all files below the installed package. */
function listFiles(): readonly string[] {
  const entries = readdirSync(installed, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1))
    .toSorted();
}

describe("the npm package is small, complete and usable", () => {
  test("the installed package takes at most 6 MB", () => {
    const sizes = listFiles().map((path) => statSync(join(installed, path)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(6_000_000);
  });

  test("the package has no file of the extension, the tests or the sources", () => {
    const allowed =
      /^(?:README\.md|CHANGELOG\.md|LICENSE|THIRD-PARTY-NOTICES|package\.json|dist\/[\w.-]+\.cjs|dist\/index\.(?:js|d\.ts)|shared\/model\/[\w-]+\.schema\.json)$/;
    expect(listFiles().filter((path) => !allowed.test(path))).toEqual([]);
  });

  test.for(["contributes", "devDependencies", "private"])("the package.json has no field %s", (field) => {
    expect(JSON.parse(readFileSync(join(installed, "package.json"), "utf8"))).not.toHaveProperty(field);
  });

  test("a module imports the package by its name", () => {
    const args = ["--input-type=module", "--eval", libraryProgram("hco-status")];
    const printed = execFileSync(process.execPath, args, { cwd: consumer, env, encoding: "utf8" });
    expect(printed).toBe("unavailable kubevirt-hyperconverged/CDI\n");
  });

  test.for(["report", "report-change", "upgrade-gate"])(
    "the package exports the JSON Schema %s by its name",
    (name) => {
      const source = `import schema from "hco-status/${name}.schema.json" with { type: "json" };
      console.log(Object.keys(schema.$defs ?? schema.properties).length > 0);`;
      const args = ["--input-type=module", "--eval", source];
      expect(execFileSync(process.execPath, args, { cwd: consumer, env, encoding: "utf8" })).toBe("true\n");
    },
  );

  test.for(["hco-status", "kubectl-hco_status"])("npx %s prints the bundled sample", (name) => {
    const sample = join(repositoryRoot, "media/sample");
    const args = ["exec", "--offline", "--", name, "--must-gather", sample];
    const printed = execFileSync("npm", args, { cwd: consumer, env, encoding: "utf8" });
    expect(printed).toContain("kubevirt-hyperconverged unavailable");
  });
});

describe("a consumer compiles against the types of the package", () => {
  const program = `
    import { aggregate, profiles, snapshotOf, type Report, type Verdict } from "hco-status";
    const report: Report = aggregate(snapshotOf([], { takenAt: "2026-11-21T12:00:00Z", source: { kind: "files", name: "x" } }));
    export const verdict: Verdict = report.verdict;
    export const codes: readonly string[] = report.findings.map(({ code }) => code);
    export const names: readonly string[] = Object.keys(profiles);
    // @ts-expect-error a report has no such field
    export const nothing: unknown = report.nonsense;
  `;
  const rows = [
    { moduleResolution: "nodenext", module: "nodenext" },
    { moduleResolution: "bundler", module: "esnext" },
  ];
  test.for(rows)(
    "a strict consumer compiles with moduleResolution $moduleResolution and without skipLibCheck",
    ({ moduleResolution, module }) => {
      writeFileSync(join(consumer, "program.ts"), program);
      const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
      const compilerOptions = { ...strict, module, moduleResolution, target: "es2024", types: [], noEmit: true };
      const config = join(consumer, `tsconfig.${moduleResolution}.json`);
      writeFileSync(config, JSON.stringify({ compilerOptions, files: ["program.ts"] }));
      const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");
      expect(compileConsumer(tsc, config)).toBe("");
    },
  );
});

/** What the compiler prints, empty where it has no complaint. */
function compileConsumer(tsc: string, config: string): string {
  try {
    return execFileSync(process.execPath, [tsc, "-p", config], { cwd: consumer, env, encoding: "utf8" });
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout);
  }
}
