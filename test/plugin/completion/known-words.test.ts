import { describe, expect, test } from "vitest";
import { staticWords } from "../../../plugin/completion/known-words.ts";
import { acceptedCodes } from "../../../plugin/status/accepted-codes.ts";
import { findExplanations } from "../../../shared/explain/explain-reason.ts";

describe("what is offered is what the command takes", () => {
  test("codes behind --accept", async () => {
    const codes = await staticWords("gate code");
    expect(codes).toContain("TaintedConfiguration");
    expect(acceptedCodes(codes)).toEqual(codes);
  });

  test("components behind logs", async () => {
    const components = await staticWords("component");
    expect(components).toEqual(expect.arrayContaining(["CDI", "KubeVirt", "SSP"]));
    expect(components).not.toContain("MTQ");
  });

  test("codes and reasons behind explain, each once, in order, and as a shell takes them", async () => {
    const codes = await staticWords("explanation");
    expect(codes).toEqual([...new Set(codes)].toSorted());
    expect(codes).toEqual(expect.arrayContaining(["CrashLoopBackOff", "CDIDegraded", "upgrade-stuck"]));
    expect(codes.filter((code) => findExplanations(code).length === 0)).toEqual([]);
    expect(codes.filter((code) => !/^[\w.-]+$/.test(code) || code.includes("COMPONENT"))).toEqual([]);
  });
});
