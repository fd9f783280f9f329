import { recordOf, setOf, type Topic } from "./topic.ts";

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

interface GreenhouseKindTable {
  readonly kinds: Readonly<Record<string, GreenhouseKindEntry>>;
}

interface GreenhouseKindEntry {
  readonly hasStatus?: boolean;
  readonly isSuspendable?: boolean;
  readonly optionalTypes?: readonly string[];
  readonly legacyTypes?: readonly string[];
  readonly currentTypes?: readonly string[];
}

/** What is special about kinds of Greenhouse. */
export const greenhouseKinds: Topic<GreenhouseKindTable> = {
  file: "tables/greenhouse/kinds.yaml",
  schema: "tables/greenhouse-kinds.schema.json",
  modules: (table) => {
    const kinds = Object.entries(table.kinds);
    const namesOf = (isMeant: (entry: GreenhouseKindEntry) => boolean): readonly string[] =>
      kinds.filter(([, entry]) => isMeant(entry)).map(([kind]) => kind);
    return {
      "tables/greenhouse-kinds.ts": [
        {
          about: "The kinds without fields in their status: only their existence is known.",
          name: "statelessKinds",
          ...setOf(namesOf(({ hasStatus }) => hasStatus === false)),
        },
        {
          about: "The kinds whose Ready stays as it was while the annotation to suspend exists, whatever its value.",
          name: "suspendableKinds",
          ...setOf(namesOf(({ isSuspendable }) => isSuspendable === true)),
        },
        {
          about: "By kind, the types that stay Unknown if the user does not request the feature, which is no fault.",
          name: "optionalTypes",
          ...recordOf(
            "readonly string[]",
            undefined,
            Object.fromEntries(
              kinds.flatMap(([kind, { optionalTypes }]) => (optionalTypes ? [[kind, optionalTypes]] : [])),
            ),
          ),
        },
        {
          about: "Types that only older releases write.",
          name: "legacyTypes",
          ...setOf(kinds.flatMap(([, { legacyTypes = [] }]) => legacyTypes)),
        },
        {
          about: "Types that only newer releases write.",
          name: "currentTypes",
          ...setOf(kinds.flatMap(([, { currentTypes = [] }]) => currentTypes)),
        },
      ],
    };
  },
};
