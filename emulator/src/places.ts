/** Regions of the service, and the letters of their zones. More exist, and any other name is a place here, too. */
const ZONES_OF_REGIONS: Readonly<Record<string, string>> = {
  "asia-east1": "abc",
  "asia-northeast1": "abc",
  "asia-south1": "abc",
  "asia-southeast1": "abc",
  "australia-southeast1": "abc",
  "europe-north1": "abc",
  "europe-west1": "bcd",
  "europe-west2": "abc",
  "europe-west3": "abc",
  "europe-west4": "abc",
  "northamerica-northeast1": "abc",
  "southamerica-east1": "abc",
  "us-central1": "abcf",
  "us-east1": "bcd",
  "us-east4": "abc",
  "us-west1": "abc",
};

/** The places that every project sees, by the first segment of their paths: `global`, `regions/us-central1`. */
export const KNOWN_PLACES: Readonly<Record<"global" | "regions" | "zones", readonly string[]>> = {
  global: ["global"],
  regions: Object.keys(ZONES_OF_REGIONS).map((region) => `regions/${region}`),
  zones: Object.entries(ZONES_OF_REGIONS).flatMap(([region, letters]) =>
    [...letters].map((letter) => `zones/${region}-${letter}`),
  ),
};
