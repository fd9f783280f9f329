import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fillTemplate } from "../../redact/corpus/forms.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { runInProcess } from "../run-in-process.ts";

const folder = temporaryFolder();

const { text, secrets } = fillTemplate("cannot connect to postgres://admin:«{q}»@db.prod:5432/orders");
const [password = ""] = secrets;

function fileWith(name: string, message: string): string {
  const object = {
    apiVersion: "a.example/v1",
    kind: "Box",
    metadata: { name: "a", namespace: "n" },
    status: { conditions: [{ type: "Ready", status: "False", reason: "NoDatabase", message }] },
  };
  writeFileSync(join(folder, name), JSON.stringify(object));
  return join(folder, name);
}

const withPassword = fileWith("with.json", text);
const without = fileWith("without.json", "cannot connect to the database");
const note = "Concealed: credentials in 1 text";

describe("a format that is made to be sent on conceals credentials and counts the texts that had one", () => {
  test.for([["html"], ["markdown"], ["junit"], ["github"]])("-o %s", async ([format = ""]) => {
    const { stdout } = await runInProcess(["-f", withPassword, "-o", format]);
    expect(stdout).toContain("cannot connect to postgres");
    expect(stdout).not.toContain(password);
    expect(stdout.split(note)).toHaveLength(2);
    const harmless = await runInProcess(["-f", without, "-o", format]);
    expect(harmless.stdout).toContain("cannot connect to the database");
    expect(harmless.stdout).not.toContain("Concealed");
  });

  test("--no-redact prints it unchanged", async () => {
    const { stdout } = await runInProcess(["-f", withPassword, "-o", "markdown", "--no-redact"]);
    expect(stdout).toContain(password);
    expect(stdout).not.toContain("Concealed");
  });
});

test.for([["text"], ["wide"], ["plain"], ["json"], ["yaml"]])(
  "-o %s prints what the cluster has",
  async ([format = ""]) => {
    const { stdout } = await runInProcess(["-f", withPassword, "-o", format]);
    expect(stdout.replace(/\s+/g, "")).toContain(password);
    expect(stdout).not.toContain("Concealed");
  },
);

test("a snapshot takes no --no-redact", async () => {
  const refused = runInProcess(["snapshot", "-f", withPassword, "--no-redact"]);
  await expect(refused).rejects.toThrow("snapshot does not support --no-redact: a snapshot is made to be sent on");
});
