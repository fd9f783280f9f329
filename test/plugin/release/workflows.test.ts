import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { repositoryRoot } from "../../../plugin/release/bundled-packages.ts";
import { mustSkip } from "../../environment.ts";
import { releaseTool } from "./tools.ts";

const github = join(repositoryRoot, ".github");
const workflows = readdirSync(join(github, "workflows")).map((name) => join("workflows", name));
const text = (path: string): string => readFileSync(join(github, path), "utf8");

/** What the tests read of a workflow. */
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly { readonly uses?: string; readonly run?: string }[];
}

/** Whether a step of the job could publish or change something: it may write, or it has a secret. */
function isPrivileged(job: Job): boolean {
  const mayWrite = Object.values(job.permissions ?? {}).includes("write");
  return mayWrite || /\$\{\{ *(secrets\.|github\.token)/.test(JSON.stringify(job));
}

const actionlint = releaseTool("actionlint");
test.skipIf(mustSkip(actionlint !== undefined))(
  "actionlint accepts the workflows (test/plugin/release/build-tools)",
  () => {
    const files = workflows.map((path) => join(github, path));
    // Without shellcheck and pyflakes, which may be on the machine or not.
    const { stdout, stderr, status } = spawnSync(actionlint ?? "", ["-shellcheck=", "-pyflakes=", ...files], {
      cwd: repositoryRoot,
      encoding: "utf8",
    });
    expect(stdout + stderr).toBe("");
    expect(status).toBe(0);
  },
);

describe.for(workflows)("%s", (path) => {
  const workflow = load(text(path)) as Workflow;

  test("grants only reading, and each job what it writes", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    expect(Object.keys(workflow.on)).not.toContain("pull_request_target");
  });

  test("pins each action to a commit, with its tag beside it, which Dependabot reads", () => {
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps ?? []);
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter((action) => !/@[\da-f]{40}$/.test(action))).toEqual([]);
    const written = [...text(path).matchAll(/uses: ([\w./-]+@.*)$/gm)].map(([, action = ""]) => action);
    expect(written.filter((action) => !/@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });

  test("runs no script of a package and no program outside a lock file beside a token or a right to write", () => {
    const jobs = Object.entries(workflow.jobs).filter(([, job]) => isPrivileged(job));
    const commands = jobs.flatMap(([name, { steps = [] }]) => steps.map(({ run = "" }) => `${name}: ${run}`));
    const risky = commands.filter(
      (command) =>
        /\bnpx\b|\bnpm (run|install|i|exec|test)\b|\bnode \S+\.ts\b/.test(command) ||
        (/\bnpm \w+/.test(command) && !command.includes("--ignore-scripts")),
    );
    expect(risky).toEqual([]);
  });
});

test("what publishes is locked with a digest of each package, and apart from what builds", () => {
  const lock = JSON.parse(
    readFileSync(join(repositoryRoot, "plugin/release/publishers/package-lock.json"), "utf8"),
  ) as {
    readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
  };
  const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
  expect(packages.length).toBeGreaterThan(0);
  expect(packages.filter(([, { integrity = "" }]) => !integrity.startsWith("sha512-"))).toEqual([]);
  const release = load(text("workflows/release.yml")) as Workflow;
  expect(isPrivileged(release.jobs["build"] ?? {})).toBe(false);
});

test("the checks are those of the build machine, and a release needs them", () => {
  expect(text("workflows/checks.yml")).toContain("run: .ci/run\n");
  expect(text("workflows/release.yml")).toContain("needs: checks\n");
});

test("the release uploads from the folders that write-release.ts writes", () => {
  for (const folder of ["dist/release", "dist/npm"])
    expect(text("workflows/release.yml")).toContain(`            ${folder}\n`);
});

describe.for(["wrong-report.yml", "bug.yml"])("the issue template %s", (name) => {
  const template = load(text(join("ISSUE_TEMPLATE", name))) as {
    readonly name: string;
    readonly description: string;
    readonly body: readonly {
      readonly type: string;
      readonly id: string;
      readonly attributes: { readonly label: string };
    }[];
  };

  test("has what GitHub requires of a form", () => {
    expect(template.name).not.toBe("");
    expect(template.description).not.toBe("");
    for (const { type, attributes } of template.body) {
      expect(["input", "textarea", "dropdown"]).toContain(type);
      expect(attributes.label).not.toBe("");
    }
    const ids = template.body.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("asks for the version", () => {
    expect(template.body.map(({ id }) => id)).toContain("version");
  });
});
