import { describe, expect, test } from "vitest";
import type { SelectorFault } from "../../shared/model/fault/input.ts";
import { selectorFaultText } from "../../shared/parse/input-fault-text.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { type ObjectFilter, parseFieldSelector, parseLabelSelector } from "../../shared/parse/label-selector.ts";

function describeRefusal(parsed: ObjectFilter | SelectorFault): string {
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

describe("a label selector matches as in apimachinery", () => {
  const rows = [
    { selector: "", holds: true },
    { selector: "tier=gold", holds: true },
    { selector: "tier==gold", holds: true },
    { selector: "tier = gold", holds: true },
    { selector: "tier=silver", holds: false },
    { selector: "tier!=silver", holds: true },
    { selector: "tier!=gold", holds: false },
    { selector: "other!=gold", holds: true },
    { selector: "other=", holds: false },
    { selector: "empty=", holds: true },
    { selector: "tier", holds: true },
    { selector: "other", holds: false },
    { selector: "!other", holds: true },
    { selector: "! tier", holds: false },
    { selector: "tier in (gold,silver)", holds: true },
    { selector: "tier in (silver)", holds: false },
    { selector: "tier notin (silver, bronze)", holds: true },
    { selector: "other notin (gold)", holds: true },
    { selector: "other in (gold)", holds: false },
    { selector: "app.kubernetes.io/part-of=x", holds: true },
    { selector: "tier=gold,size=5", holds: true },
    { selector: "tier=gold,size=6", holds: false },
    { selector: "tier in (a,gold),!other", holds: true },
    { selector: "size>4", holds: true },
    { selector: "size>5", holds: false },
    { selector: "size<6", holds: true },
    { selector: "tier>4", holds: false },
  ];
  test.for(rows)('the label selector "$selector" matches: $holds', ({ selector, holds }) => {
    const matches = parseLabelSelector(selector);
    if (typeof matches !== "function") throw new Error(selectorFaultText(matches));
    expect(matches(object)).toBe(holds);
  });

  const wrong: string[] = ["tier in gold", "=gold", "tier=a b", "tier in (a", "size>big", "a,,b", "tier=$(x)", "-a=b"];
  test.for(wrong)('the label selector "%s" is refused', (selector) => {
    expect(describeRefusal(parseLabelSelector(selector))).toContain("unable to parse requirement");
  });
});

describe("a field selector matches the fields that the API server knows", () => {
  const rows = [
    { selector: "metadata.name=hco", holds: true },
    { selector: "metadata.name!=hco", holds: false },
    { selector: "metadata.namespace==cnv,metadata.name=hco", holds: true },
    { selector: "metadata.namespace=other", holds: false },
    { selector: "", holds: true },
  ];
  test.for(rows)('the field selector "$selector" matches: $holds', ({ selector, holds }) => {
    const matches = parseFieldSelector(selector);
    if (typeof matches !== "function") throw new Error(selectorFaultText(matches));
    expect(matches(object)).toBe(holds);
  });

  test("another field is refused with the message of the server", () => {
    expect(describeRefusal(parseFieldSelector("spec.x=1"))).toContain("field label not supported: spec.x");
  });

  test("a text that is no field selector is refused with the message of the server", () => {
    expect(describeRefusal(parseFieldSelector("nonsense"))).toContain("invalid selector");
  });
});
