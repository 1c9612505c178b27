/** A component around a resource. */
export interface Component {
  readonly type: string;
  readonly name: string;
}

/** Logical names of resources and of components: Pulumi takes any text. */
export const logicalNames: readonly string[] = [
  ...["web::eu", "a::b::c", "::", "a:b", "web/eu", "../web", "my route", " web ", "web$eu", "a,b=c", "Web_EU.1", "-1"],
  ...["it's mine", '"web"', "`web`", "C:\\web", "${web}", "a%2fb", "a#b?c", "маршрут", "名前 💣", "e\u0301"],
  ...["urn:pulumi:dev::p::gce:index:Route::r", "gce:Route", "constructor", "__proto__", "null", "007", "x".repeat(200)],
];

/** The components around a resource, from the outside in: none, one, or several. */
export const componentsAround: readonly (readonly Component[])[] = [
  [],
  [{ type: "web:index:Site", name: "web" }],
  [{ type: "web:index:Site", name: "web::eu" }],
  [
    { type: "acme:Region", name: "eu/west" },
    { type: "web:index:Site", name: "::" },
  ],
  [
    { type: "acme:Region", name: "eu $ 名前" },
    { type: "acme:Zone", name: "a::b::c" },
    { type: "web:index:Site", name: `::${"x".repeat(198)}` },
  ],
];
