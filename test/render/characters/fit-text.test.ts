import { expect, test } from "vitest";
import { fitRows } from "../../../shared/characters/fit-rows.ts";

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
