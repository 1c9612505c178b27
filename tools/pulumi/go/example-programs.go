// Writes programs in YAML in other languages, as `pulumi convert --from yaml` does where the language hosts can do that.
//
// The input is a JSON object with the package's `schema`, and `programs` by name. The output has their texts by name and
// language.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml"
	yamlgen "github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/codegen"
	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

type generator = func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error)

var languages = []struct {
	name, file string
	generate   generator
}{
	{"typescript", "index.ts", nodejs.GenerateProgram},
	{"python", "__main__.py", python.GenerateProgram},
	{"go", "main.go", gogen.GenerateProgram},
}

// The generator for Go gives the plain result of a function to Export, which takes inputs alone.
var plainResult = regexp.MustCompile(`(\w+), err := \w+\.(?:Get|Wait)`)

func main() {
	if err := convert(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func convert() error {
	var input struct {
		Schema   schema.PackageSpec
		Programs map[string]string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&input); err != nil {
		return err
	}
	pkg, problems, err := schema.BindSpec(input.Schema, nil, schema.ValidationOptions{})
	if err = join(err, problems); err != nil {
		return err
	}
	written := map[string]map[string]string{}
	for name, program := range input.Programs {
		if written[name], err = write(program, only{pkg}); err != nil {
			return fmt.Errorf("%s: %w\n%s", name, err, program)
		}
	}
	return json.NewEncoder(os.Stdout).Encode(written)
}

func write(program string, loader schema.ReferenceLoader) (map[string]string, error) {
	texts := map[string]string{}
	for _, language := range languages {
		template, problems, err := pulumiyaml.LoadYAMLBytes("Pulumi.yaml", []byte(program))
		if err = join(err, problems.HCL()); err != nil {
			return nil, err
		}
		// A generator changes the program that it gets.
		bound, diagnostics, err := yamlgen.EjectProgram(template, loader)
		if err = join(err, diagnostics); err != nil {
			return nil, err
		}
		files, diagnostics, err := language.generate(bound)
		if err = join(err, diagnostics); err != nil {
			return nil, fmt.Errorf("%s: %w", language.name, err)
		}
		texts[language.name] = strings.TrimSpace(string(files[language.file])) + "\n"
	}
	for _, result := range plainResult.FindAllStringSubmatch(texts["go"], -1) {
		exported := regexp.MustCompile(`(ctx\.Export\("\w+", )(` + result[1] + `\b.*)\)\n`)
		texts["go"] = exported.ReplaceAllString(texts["go"], "${1}pulumi.ToOutput($2))\n")
	}
	return texts, nil
}

// A warning is an error here.
func join(err error, diagnostics hcl.Diagnostics) error {
	for _, each := range diagnostics {
		err = errors.Join(err, each)
	}
	return err
}

// only has one package.
type only struct{ pkg *schema.Package }

func (loader only) LoadPackage(string, *semver.Version) (*schema.Package, error) {
	return loader.pkg, nil
}

func (loader only) LoadPackageV2(context.Context, *schema.PackageDescriptor) (*schema.Package, error) {
	return loader.pkg, nil
}

func (loader only) LoadPackageReference(string, *semver.Version) (schema.PackageReference, error) {
	return loader.pkg.Reference(), nil
}

func (loader only) LoadPackageReferenceV2(context.Context, *schema.PackageDescriptor) (schema.PackageReference, error) {
	return loader.pkg.Reference(), nil
}
