import { parseJson, textAt, toList, valueAt } from "./json-value.ts";

// What a bundle of OLM declares about itself, as annotations of its ClusterServiceVersion.

/** The annotation that OLM writes (operator-lifecycle-manager pkg/controller/registry/resolver/projection/properties.go). */
const projectedProperties = "operatorframework.io/properties";

/** The annotation that authors write (operator-framework/api pkg/validation/internal/annotations.go). */
const authoredProperties = "olm.properties";

/** The annotations with properties, the one that counts first. */
export const propertyAnnotations: readonly string[] = [projectedProperties, authoredProperties];

/** The property with the newest OpenShift that the operator supports. */
const maximumProperty = "olm.maxOpenShiftVersion";

/** The property as one annotation has it: its value, or nothing where it cannot be read. */
interface MaximumProperty {
  readonly value?: unknown;
}

/** The property of the newest OpenShift in the text of one annotation. Undefined where that does not mention it. */
export function maximumIn(annotation: string, text: string): MaximumProperty | undefined {
  const document = parseJson(text);
  const properties = annotation === projectedProperties ? valueAt(document, "properties") : document;
  const found = toList(properties).find((each) => textAt(each, "type") === maximumProperty);
  if (found !== undefined) return { value: valueAt(found, "value") };
  return text.includes(maximumProperty) ? {} : undefined;
}

/** The text of an annotation with no other property than this one. */
export function textOfMaximum(annotation: string, property: MaximumProperty): string {
  const properties = [{ type: maximumProperty, ...property }];
  return JSON.stringify(annotation === projectedProperties ? { properties } : properties);
}
