import { expect, test } from "vitest";
import { fitRows } from "../../../shared/characters/fit-rows.ts";
import { fitSentence } from "../../../shared/characters/fit-sentence.ts";

const room = (width: number, rows: number) => ({ width, rows, ellipsis: "…" });

const refusal =
  "refuses to be deleted (ErrVirtUninstall): The uninstall request failed on virt component: admission webhook " +
  '"kubevirt-validator.kubevirt.io" denied the request: Rejecting the uninstall request, since there are still VMIs ' +
  "present. Either delete all KubeVirt related workloads or change the uninstall strategy.";

test.for<[rule: string, text: string, width: number, rows: number, lines: readonly string[]]>([
  ["a text that fits stays whole", "exceeded quota: pods", 40, 1, ["exceeded quota: pods"]],
  [
    "the beginning and the end of a message stay",
    "FailedCreate: pods is forbidden by a long list of words: exceeded quota: pods",
    40,
    1,
    ["FailedCreate: pods is … quota: pods"],
  ],
  [
    "what a webhook says stays, not its name",
    refusal,
    110,
    2,
    [
      "refuses to be deleted (ErrVirtUninstall): … Rejecting the uninstall request, since there are still VMIs",
      "present. Either delete all KubeVirt related workloads or change the uninstall strategy.",
    ],
  ],
  [
    "and before the advice behind it",
    refusal,
    60,
    2,
    [
      "refuses to be deleted (ErrVirtUninstall): … Rejecting the",
      "uninstall request, since there are still VMIs present. …",
    ],
  ],
])("of a message in too few rows: %s", ([, text, width, rows, lines]) => {
  expect(fitRows(text, room(width, rows))).toEqual(lines);
});

test.for<[rule: string, text: string, width: number, lines: readonly string[]]>([
  ["one that fits stays whole", "CDI does not report Degraded", 40, ["CDI does not report Degraded"]],
  [
    "it ends with a whole clause",
    "Service x has no ready endpoints: writes fail in all namespaces",
    40,
    ["Service x has no ready endpoints …"],
  ],
  [
    "or after a word where a clause would lose more than half",
    "CDI, which is a component, cannot create what it needs today",
    56,
    ["CDI, which is a component, cannot create what it needs …"],
  ],
])("of a sentence of the plugin the end is omitted: %s", ([, text, width, lines]) => {
  expect(fitSentence(text, room(width, 1))).toEqual(lines);
});
