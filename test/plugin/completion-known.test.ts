import { describe, expect, test } from "vitest";
import { known } from "../../plugin/completion-known.ts";
import { acceptedCodes } from "../../plugin/gate-codes.ts";
import { explained } from "../../shared/aggregate/explain.ts";

describe("what is offered is what the command takes", () => {
  test("codes behind --accept", () => {
    const codes = known("gate code");
    expect(codes).toContain("TaintedConfiguration");
    expect(acceptedCodes(codes)).toEqual(codes);
  });

  test("codes and reasons behind explain, each once, in order, and as a shell takes them", () => {
    const codes = known("explanation");
    expect(codes).toEqual([...new Set(codes)].toSorted());
    expect(codes).toEqual(expect.arrayContaining(["CrashLoopBackOff", "CDIDegraded", "upgrade-stuck"]));
    expect(codes.filter((code) => explained(code).length === 0)).toEqual([]);
    expect(codes.filter((code) => !/^[\w.-]+$/.test(code) || code.includes("COMPONENT"))).toEqual([]);
  });
});
