import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("no file of render/ makes Node build the set of all emoji while it starts", () => {
  // A literal costs 12 ms as soon as the file is parsed, wherever in it it stands; the bundle has one start for all commands.
  const folder = new URL("../../shared/render/", import.meta.url);
  const files = readdirSync(folder, { encoding: "utf8", recursive: true }).filter((name) => name.endsWith(".ts"));
  const literals = files.filter((name) =>
    /\/[^/\n]*\\p\{RGI_Emoji\}[^/\n]*\/[a-z]*v/.test(readFileSync(new URL(name, folder), "utf8")),
  );
  expect(files.length).toBeGreaterThan(30);
  expect(literals).toEqual([]);
});
