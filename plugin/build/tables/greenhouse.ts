import { recordOf, type Topic } from "./topic.ts";

interface ReadyRuleTable {
  readonly rules: Readonly<Record<string, { readonly source: string }>>;
}

/** How the controllers of Greenhouse compute Ready. */
export const readyRules: Topic<ReadyRuleTable> = {
  file: "tables/greenhouse/ready-rules.yaml",
  schema: "tables/ready-rules.schema.json",
  modules: ({ rules }) => ({
    "tables/ready-rules.ts": [
      {
        about: "The rules by kind, and after a slash the case of a kind that has another one.",
        name: "readyRules",
        ...recordOf(
          "ReadyRule",
          "../model/ready-rule.ts",
          Object.fromEntries(Object.entries(rules).map(([kind, { source: _, ...rule }]) => [kind, rule])),
        ),
      },
    ],
  }),
};
