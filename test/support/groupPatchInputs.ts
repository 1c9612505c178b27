import type { Values } from "../../provider/src/fields/values";

export const root = "https://www.googleapis.com/compute/v1/projects/my-project";

export const policy = (updatePolicy: Values): Values => ({ updatePolicy });
export const version = (changes: Values): Values => ({ name: "v", instanceTemplate: "t", ...changes });
export const labels = (values: unknown): Values => ({ allInstancesConfig: { properties: { labels: values } } });
