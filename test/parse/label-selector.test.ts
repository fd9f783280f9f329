import { describe, expect, test } from "vitest";
import type { SelectorFault } from "../../shared/model/fault/input.ts";
import { selectorFaultText } from "../../shared/parse/input-fault-text.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { type ObjectFilter, parseFieldSelector, parseLabelSelector } from "../../shared/parse/label-selector.ts";

function refusal(parsed: ObjectFilter | SelectorFault): string {
  return typeof parsed === "function" ? "" : selectorFaultText(parsed);
}

const object = toObject({
  apiVersion: "hco.kubevirt.io/v1",
  kind: "HyperConverged",
  metadata: {
    name: "hco",
    namespace: "cnv",
    labels: { tier: "gold", "app.kubernetes.io/part-of": "x", size: "5", empty: "" },
  },
});

describe("a label selector means what apimachinery's means", () => {
  const rows: [selector: string, holds: boolean][] = [
    ["", true],
    ["tier=gold", true],
    ["tier==gold", true],
    ["tier = gold", true],
    ["tier=silver", false],
    ["tier!=silver", true],
    ["tier!=gold", false],
    ["other!=gold", true],
    ["other=", false],
    ["empty=", true],
    ["tier", true],
    ["other", false],
    ["!other", true],
    ["! tier", false],
    ["tier in (gold,silver)", true],
    ["tier in (silver)", false],
    ["tier notin (silver, bronze)", true],
    ["other notin (gold)", true],
    ["other in (gold)", false],
    ["app.kubernetes.io/part-of=x", true],
    ["tier=gold,size=5", true],
    ["tier=gold,size=6", false],
    ["tier in (a,gold),!other", true],
    ["size>4", true],
    ["size>5", false],
    ["size<6", true],
    ["tier>4", false],
  ];
  test.for(rows)("%s", ([selector, holds]) => {
    const matches = parseLabelSelector(selector);
    if (typeof matches !== "function") throw new Error(selectorFaultText(matches));
    expect(matches(object)).toBe(holds);
  });

  const wrong: string[] = ["tier in gold", "=gold", "tier=a b", "tier in (a", "size>big", "a,,b", "tier=$(x)", "-a=b"];
  test.for(wrong)("%s is refused", (selector) => {
    expect(refusal(parseLabelSelector(selector))).toContain("unable to parse requirement");
  });
});

describe("a field selector knows what the API server knows of every custom resource", () => {
  const rows: [selector: string, holds: boolean][] = [
    ["metadata.name=hco", true],
    ["metadata.name!=hco", false],
    ["metadata.namespace==cnv,metadata.name=hco", true],
    ["metadata.namespace=other", false],
    ["", true],
  ];
  test.for(rows)("%s", ([selector, holds]) => {
    const matches = parseFieldSelector(selector);
    if (typeof matches !== "function") throw new Error(selectorFaultText(matches));
    expect(matches(object)).toBe(holds);
  });

  test("any other field is refused in the server's words", () => {
    expect(refusal(parseFieldSelector("spec.x=1"))).toContain("field label not supported: spec.x");
    expect(refusal(parseFieldSelector("nonsense"))).toContain("invalid selector");
  });
});
