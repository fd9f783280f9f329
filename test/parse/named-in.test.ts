import { describe, expect, test } from "vitest";
import { isNamedIn } from "../../shared/parse/named-in.ts";

describe("a message names an object by its whole name", () => {
  const rows: readonly [message: string, isNamed: boolean][] = [
    ['Deployment "kubevirt/virt-api" is not available', true],
    ["waiting for virt-api.", true],
    ["virt-api, virt-handler", true],
    ["Pod virt-api-7d9c8 is not ready", false],
    ["my-virt-api is not ready", false],
    ['admission webhook "virt-api.kubevirt.io"', false],
    ["", false],
  ];
  test.for(rows)("%s", ([message, isNamed]) => {
    expect(isNamedIn(message, "virt-api")).toBe(isNamed);
  });
});
