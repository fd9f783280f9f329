import type { Report } from "../../shared/model/report.ts";
import { clusterMessage, component, condition, finding, refOf, report, root, workloadBelow } from "./build.ts";

/** One of each: what terminals obey, what reorders, what hides, what stacks, what is wide, what is long. */
const nasty: readonly string[] = [
  "\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u001b[2J",
  "\u009b31m c1, bell \u0007, backspace \b\b\b, null \u0000, delete \u007f",
  "over\rwritten\r\nsecond line\n\n\tthird line",
  "user\u202egpj.exe\u202c \u2066isolated\u2069 \u200f\u200e\u061c",
  "zero\u200bwidth\u200cjoin\u200der\ufeff soft\u00adhyphen \u2060 \u3164 \u115f",
  "separators \u2028 and \u2029 and \u0085",
  "lone \ud800 and \udc00 surrogates",
  "tags \u{e0041}\u{e0042} selectors a\ufe0f\u{e0100}",
  "z\u0300\u0301\u0302\u0303\u0304\u0305\u0306algo \u0301leading",
  "中文錯誤訊息沒有空格所以必須在字之間斷行直到這一行結束為止",
  "👨‍👩‍👧‍👦 family 🇩🇪 flag ❤️ 👍🏽 1️⃣ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  `quay.io/kubevirt/virt-operator@sha256:${"0123456789abcdef".repeat(8)}`,
  "'; rm -rf ~ #$(reboot) `id` && \\ \"",
];

const all = nasty.join("\n");

export const hostile: Readonly<Record<string, Report>> = {
  "texts that want to act": report(
    [
      root({
        ownVerdict: "degraded",
        facts: { observedVersion: "1.20\u001b[31m.0" },
        conditions: [condition("Degraded", "T", 14, "Evil\u001b[31m", all), condition("\u202eReady", "F", 1)],
        children: [
          component("CDI", "degraded", "v1\u0007", {
            conditions: [condition("Degraded", "T", 5, "Bad", all)],
            children: [workloadBelow("pod", "pod\u001b[2J'; reboot", "degraded", { facts: { ready: "0/1\u202e" } })],
          }),
        ],
        firstCause: { path: ["kubevirt-hyperconverged", "CDI"], evidence: clusterMessage(all) },
      }),
    ],
    {
      source: { kind: "cluster", name: "admin\u001b]0;x\u0007@prod" },
      findings: [
        finding(
          "error",
          { code: "deletion-blocked", component: "CDI", reason: "Err", message: all },
          { ...refOf("CDI"), name: "x'; reboot" },
        ),
      ],
    },
  ),
};
