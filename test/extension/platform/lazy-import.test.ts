import { describe, expect, test } from "vitest";
import { loadOnce } from "../../../extension/platform/lazy-import.ts";

describe("a bundle is loaded once", () => {
  test("for all that need it, and again where it could not be", async () => {
    let tries = 0;
    const bundle = loadOnce(async () => {
      tries += 1;
      if (tries === 1) throw new Error("no such file");
      return { name: "rows" };
    });
    const first = [bundle.load(), bundle.load()];
    for (const each of first) await expect(each).rejects.toThrow("no such file");
    expect([tries, bundle.made]).toEqual([1, undefined]);
    expect(await Promise.all([bundle.load(), bundle.load()])).toEqual([{ name: "rows" }, { name: "rows" }]);
    expect(await bundle.load()).toBe(bundle.made);
    expect(tries).toBe(2);
  });
});
