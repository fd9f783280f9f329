import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readLastPlace } from "../../../plugin/process/last-place.ts";
import { repositoryRoot } from "../../../plugin/release/bundled-packages.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder();
const user = process.getuid?.();

describe("where a HyperConverged was is kept for each server", () => {
  test("the namespace of a HyperConverged is known the next time, on that server only", () => {
    readLastPlace("https://one:6443", folder, user).remember("cnv");
    expect(readLastPlace("https://one:6443", folder, user).namespace).toBe("cnv");
    expect(readLastPlace("https://two:6443", folder, user).namespace).toBeUndefined();
  });

  test("a server's address is no path", () => {
    readLastPlace("https://one/../../../up", folder, user).remember("cnv");
    expect(readdirSync(join(folder, "hco-status/namespace"))).toEqual(["one_.._.._.._up", "one_6443"]);
  });

  const rows: string[] = ["", "..", "a/b", "UPPER", "a\nb", "x".repeat(64), "-a"];
  test.for(rows)("a file that holds %j counts as nothing", (content) => {
    writeFileSync(join(folder, "hco-status/namespace/odd"), content);
    expect(readLastPlace("odd", folder, user).namespace).toBeUndefined();
  });

  test("a named pipe is no memory, and is not waited for", () => {
    const pipe = join(folder, "hco-status/namespace/pipe");
    // A process of its own, because a write to a pipe without a reader never returns.
    const script = `import { readLastPlace } from ${JSON.stringify(join(repositoryRoot, "plugin/process/last-place.ts"))};
      const place = readLastPlace("pipe", ${JSON.stringify(folder)}, process.getuid?.());
      place.remember("cnv");
      console.log(place.namespace);`;
    execFileSync("sh", ["-c", `mkfifo "$0"`, pipe]);
    const run = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", script], { timeout: 10_000 });
    rmSync(pipe);
    expect([run.signal, run.stdout.toString()]).toEqual([null, "undefined\n"]);
  });

  test("a link is no memory, and what it leads to is neither read nor written", () => {
    const target = join(folder, "target");
    writeFileSync(target, "elsewhere");
    symlinkSync(target, join(folder, "hco-status/namespace/link"));
    readLastPlace("link", folder, user).remember("cnv");
    expect(readLastPlace("link", folder, user).namespace).toBeUndefined();
    expect(readFileSync(target, "utf8")).toBe("elsewhere");
  });

  test("a folder that others may write to, or that cannot be made, is not used", () => {
    const shared = join(folder, "shared");
    mkdirSync(join(shared, "hco-status/namespace"), { recursive: true });
    chmodSync(join(shared, "hco-status/namespace"), 0o777);
    for (const place of [shared, "/dev/null/nowhere"]) {
      readLastPlace("one", place, user).remember("cnv");
      expect(readLastPlace("one", place, user).namespace).toBeUndefined();
    }
  });
});
