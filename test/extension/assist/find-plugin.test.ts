import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findPlugin } from "../../../extension/assist/find-plugin.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const root = temporaryFolder();

const folder = (name: string): string => join(root, name);
const plugin = "kubectl-hco_status";
for (const name of ["empty", "first", "second", "plain", "folder", "cmd"]) mkdirSync(folder(name));
for (const name of ["first", "second"]) writeFileSync(join(folder(name), plugin), "", { mode: 0o755 });
writeFileSync(join(folder("plain"), plugin), "", { mode: 0o644 });
mkdirSync(join(folder("folder"), plugin));
writeFileSync(join(folder("cmd"), `${plugin}.cmd`), "", { mode: 0o755 });
writeFileSync(join(folder("second"), `${plugin}.exe`), "", { mode: 0o755 });

describe("the plugin is found as kubectl finds it", () => {
  const rows: [rule: string, folders: readonly string[], found: string | undefined][] = [
    ["in the first folder that has it", [folder("empty"), folder("first"), folder("second")], "first"],
    ["behind a file that cannot be run", [folder("plain"), folder("second")], "second"],
    ["behind a folder of its name", [folder("folder"), folder("second")], "second"],
    ["behind a folder that does not exist", [folder("missing"), folder("first")], "first"],
    ["never in a folder that depends on the working directory", ["", ".", "first"], undefined],
    ["nowhere", [folder("empty")], undefined],
  ];
  test.for(rows)("%s", async ([, folders, found]) => {
    const path = await findPlugin({ env: { PATH: folders.join(":") }, platform: "linux" });
    expect(path).toBe(found && join(folder(found), plugin));
  });

  test("without PATH nowhere", async () => {
    expect(await findPlugin({ env: {}, platform: "linux" })).toBeUndefined();
  });

  test("on Windows the executable, by a PATH of any case, and not npm's .cmd", async () => {
    const env = { Path: [folder("cmd"), folder("second")].join(";") };
    expect(await findPlugin({ env, platform: "win32" })).toBe(join(folder("second"), `${plugin}.exe`));
  });
});
