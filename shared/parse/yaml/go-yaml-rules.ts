import { CORE_SCHEMA, defineScalarTag, mergeTag, NOT_RESOLVED } from "js-yaml";
import { floatOf, goBooleans, integerOf } from "./go-scalars.ts";
import type { YamlDialect } from "./read-yaml.ts";

/**
 * The YAML dialect in which kubectl reads its kubeconfig: go.yaml.in/yaml v2 (resolve.go). It is YAML 1.1 without
 * sexagesimal numbers. It keeps dates as text and takes the last of two equal keys. So `name: on` is not text in
 * kubectl, and not here either.
 */
export const goYaml: YamlDialect = {
  schema: CORE_SCHEMA.withTags(
    mergeTag,
    defineScalarTag<boolean>("tag:yaml.org,2002:bool", {
      implicit: true,
      implicitFirstChars: null,
      resolve: (source) => goBooleans.get(source) ?? NOT_RESOLVED,
      identify: (data) => typeof data === "boolean",
    }),
    defineScalarTag<number>("tag:yaml.org,2002:int", {
      implicit: true,
      implicitFirstChars: null,
      resolve: (source) => integerOf(source) ?? NOT_RESOLVED,
      identify: () => false,
    }),
    defineScalarTag<number>("tag:yaml.org,2002:float", {
      implicit: true,
      implicitFirstChars: null,
      resolve: (source) => floatOf(source) ?? NOT_RESOLVED,
      identify: () => false,
    }),
  ),
  takesLast: true,
};
