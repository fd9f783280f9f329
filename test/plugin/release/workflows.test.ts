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

function readFile(path: string): string {
  return readFileSync(join(github, path), "utf8");
}

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

describe.for(workflows)("the workflow %s is safe", (path) => {
  const workflow = load(readFile(path)) as Workflow;

  test("the workflow may read by default, and grants each job what it writes", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    expect(Object.keys(workflow.on)).not.toContain("pull_request_target");
  });

  test("the workflow pins each action to a commit, with its tag in a comment for Dependabot", () => {
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps ?? []);
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter((action) => !/@[\da-f]{40}$/.test(action))).toEqual([]);
    const written = [...readFile(path).matchAll(/uses: ([\w./-]+@.*)$/gm)].map(([, action = ""]) => action);
    expect(written.filter((action) => !/@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });

  test("a job with a token or write permission runs no script of a package and nothing outside a lock file", () => {
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

test("each package that publishes a release is locked with a digest", () => {
  const lock = JSON.parse(
    readFileSync(join(repositoryRoot, "plugin/release/publishers/package-lock.json"), "utf8"),
  ) as {
    readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
  };
  const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
  expect(packages.length).toBeGreaterThan(0);
  expect(packages.filter(([, { integrity = "" }]) => !integrity.startsWith("sha512-"))).toEqual([]);
});

test("the job that builds a release has neither a token nor write permission", () => {
  const release = load(readFile("workflows/release.yml")) as Workflow;
  expect(isPrivileged(release.jobs["build"] ?? {})).toBe(false);
});

test("the checks run .ci/run, and a release needs them", () => {
  expect(readFile("workflows/checks.yml")).toContain("run: .ci/run\n");
  expect(readFile("workflows/release.yml")).toContain("needs: checks\n");
});

test.for(["dist/release", "dist/npm"])("the release uploads the folder %s of write-release.ts", (folder) => {
  expect(readFile("workflows/release.yml")).toContain(`            ${folder}\n`);
});

describe.for(["wrong-report.yml", "bug.yml"])("the issue template %s is a valid form", (name) => {
  const template = load(readFile(join("ISSUE_TEMPLATE", name))) as {
    readonly name: string;
    readonly description: string;
    readonly body: readonly {
      readonly type: string;
      readonly id: string;
      readonly attributes: { readonly label: string };
    }[];
  };

  test("the form has the fields that GitHub requires", () => {
    expect(template.name).not.toBe("");
    expect(template.description).not.toBe("");
    for (const { type, attributes } of template.body) {
      expect(["input", "textarea", "dropdown"]).toContain(type);
      expect(attributes.label).not.toBe("");
    }
    const ids = template.body.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("the form asks for the version", () => {
    expect(template.body.map(({ id }) => id)).toContain("version");
  });
});
