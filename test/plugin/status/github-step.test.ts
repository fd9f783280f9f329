import { load as parseYaml } from "js-yaml";
import { describe, expect, test } from "vitest";
import { withoutCommands } from "../../../plugin/status/github-step.ts";
import { type RunResult, runInProcess } from "../run-in-process.ts";

const sampleArguments = ["--must-gather", "media/sample"];

function runInStep(args: readonly string[], stdin = ""): Promise<RunResult> {
  return runInProcess(args, stdin, { LANG: "C.UTF-8", GITHUB_ACTIONS: "true" });
}

/** The JSON of a Widget with one condition. */
function writeWidget(name: string, condition: object): string {
  return JSON.stringify({
    apiVersion: "acme.io/v1",
    kind: "Widget",
    metadata: { name },
    status: { conditions: [condition] },
  });
}

describe("the plugin in a step of GitHub Actions", () => {
  test.for(["text", "wide"])("-o %s in a step adds the annotations of -o github to standard error", async (format) => {
    const inStep = await runInStep([...sampleArguments, "-o", format]);
    const elsewhere = await runInProcess([...sampleArguments, "-o", format]);
    const annotations = (await runInProcess([...sampleArguments, "-o", "github"])).stdout;
    expect(inStep).toEqual({ ...elsewhere, stderr: annotations });
    expect(inStep.stderr).toMatch(/^::error title=CDI is unavailable::/);
  });

  test.for(["json", "yaml", "name", "plain", "github", "junit", "markdown", "jsonpath={.verdict}"])(
    "-o %s in a step prints the same as elsewhere",
    async (format) => {
      expect(await runInStep([...sampleArguments, "-o", format])).toEqual(
        await runInProcess([...sampleArguments, "-o", format]),
      );
    },
  );

  const command = "a ##[add-mask]b\n::stop-commands::c";
  const hostile = writeWidget("w##[error]n", { type: "Ready", status: "False", reason: "Down", message: command });

  test.for(["json", "ndjson", "yaml", "jsonpath-as-json={.roots[0]}"])(
    "text of a cluster is no workflow command in -o %s, and is parsed to the same value",
    async (format) => {
      const flags = ["-f", "-", "-o", format];
      const { stdout } = await runInStep(flags, hostile);
      const elsewhere = (await runInProcess(flags, hostile)).stdout;
      expect(elsewhere).toContain("##[add-mask]b");
      expect(stdout).not.toContain("##[");
      expect(parseYaml(stdout)).toEqual(parseYaml(elsewhere));
    },
  );

  test.for(["html", "junit", "markdown", "mermaid", "plain", "wide", "text", "name"])(
    "text of a cluster is no workflow command in -o %s",
    async (format) => {
      const { stdout } = await runInStep(["-f", "-", "-o", format], hostile);
      expect(stdout).toMatch(/w/);
      expect(stdout).not.toMatch(/##\[|^\s*::[^\n]*::/m);
    },
  );

  test.for(["-o html", "-o junit"])("%s in a step has the same text in character references", async (flags) => {
    const args = ["-f", "-", ...flags.split(" ")];
    const { stdout } = await runInStep(args, hostile);
    const references = stdout.replaceAll("&#35;", "#").replaceAll("&#58;", ":");
    expect(references).toBe((await runInProcess(args, hostile)).stdout);
    expect(stdout).not.toBe(references);
  });

  test.for(["", "gate upgrade "])("an error of `%s-f` has no workflow command", async (words) => {
    const { code, stderr } = await runInStep([...words.split(" ").filter(Boolean), "-f", "x ##[add-mask]y"]);
    expect(code).toBe(1);
    expect(stderr).toContain("x ##\\[add-mask]y");
  });

  const healthyWidget = writeWidget("web", { type: "Ready", status: "True", reason: "Up", message: "" });

  test("a healthy object has no annotation", async () => {
    const result = await runInStep(["widget/web", "-f", "-"], healthyWidget);
    expect(result).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("healthy") });
  });

  test("an object that does not exist has no annotation", async () => {
    const { stderr } = await runInStep(["widget/other", "-f", "-"], healthyWidget);
    expect(stderr).not.toContain("::");
  });

  test("text of a cluster is no workflow command in the wrapped output and in a snapshot", async () => {
    const message =
      "::error title=a::b ::stop-commands::x and a long text that is wrapped here ::add-mask::y ##[error]z";
    const widget = writeWidget("web", { type: "Ready", status: "False", reason: "Down", message });
    for (const flags of [["-o", "wide"], ["--width", "40"], ["--plain"], ["-o", "wide", "--width", "60"]]) {
      const { stdout, stderr } = await runInStep(["widget/web", "-f", "-", ...flags], widget);
      expect(stdout).not.toMatch(/^\s*::|##\[/m);
      expect(stdout).toContain("stop-commands::x");
      expect(stderr.replaceAll(/^::(error|warning) title=[^:]*::/gm, "")).not.toMatch(/^\s*::/m);
    }
    const snapshot = await runInStep(["snapshot", "-f", "-"], widget);
    expect(snapshot.code).toBe(0);
    expect(snapshot.stdout).not.toContain("##[");
    expect(JSON.stringify(JSON.parse(snapshot.stdout))).toContain("##[error]z");
  });

  test("the name of a file that does not exist is no workflow command", async () => {
    expect((await runInStep(["-f", "::error::x"])).stderr).not.toMatch(/^::/m);
  });
});

test.for([
  { text: "::error::x\n  ::debug a=b::y\n", harmless: "\\::error::x\n  \\::debug a=b::y\n" },
  { text: "a ::error::x ##[group]y", harmless: "a ::error::x ##\\[group]y" },
  { text: "::1 is an address\n\n", harmless: "::1 is an address\n\n" },
])("the text $text is written as $harmless in a step", ({ text, harmless }) => {
  expect(withoutCommands(text)).toBe(harmless);
});
