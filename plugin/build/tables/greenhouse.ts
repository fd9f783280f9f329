import { compileRecord, compileSet, omitSource, type SourcedEntry, stringsType, type Topic } from "./topic.ts";

interface ReadyRuleTable {
  readonly rules: Readonly<Record<string, SourcedEntry>>;
}

/** How the controllers of Greenhouse compute Ready. */
export const readyRules: Topic<ReadyRuleTable> = {
  file: "tables/greenhouse/ready-rules.yaml",
  schema: "tables/ready-rules.schema.json",
  modules: (table) => {
    const rules = Object.entries(table.rules).map(([kind, rule]) => [kind, omitSource(rule)] as const);
    return {
      "tables/ready-rules.ts": [
        {
          about: "The rules by kind, and after a slash the case of a kind that has another one.",
          name: "readyRules",
          value: compileRecord({ name: "ReadyRule", file: "../model/ready-rule.ts" }, Object.fromEntries(rules)),
        },
      ],
    };
  },
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
    const stateless = kinds.filter(([, { hasStatus }]) => hasStatus === false);
    const suspendable = kinds.filter(([, { isSuspendable }]) => isSuspendable === true);
    const optionalTypes = kinds.map(([kind, entry]) => [kind, entry.optionalTypes] as const);
    return {
      "tables/greenhouse-kinds.ts": [
        {
          about: "The kinds without fields in their status: only their existence is known.",
          name: "statelessKinds",
          value: compileSet(stateless.map(([kind]) => kind)),
        },
        {
          about: "The kinds whose Ready stays as it was while the annotation to suspend exists, whatever its value.",
          name: "suspendableKinds",
          value: compileSet(suspendable.map(([kind]) => kind)),
        },
        {
          about: "By kind, the types that stay Unknown if the user does not request the feature, which is no fault.",
          name: "optionalTypes",
          value: compileRecord(
            stringsType,
            Object.fromEntries(optionalTypes.filter(([, types]) => types !== undefined)),
          ),
        },
        {
          about: "Types that only older releases write.",
          name: "legacyTypes",
          value: compileSet(kinds.flatMap(([, { legacyTypes = [] }]) => legacyTypes)),
        },
        {
          about: "Types that only newer releases write.",
          name: "currentTypes",
          value: compileSet(kinds.flatMap(([, { currentTypes = [] }]) => currentTypes)),
        },
      ],
    };
  },
};
