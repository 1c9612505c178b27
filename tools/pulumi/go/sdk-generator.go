// Writes the SDK of a package, as `pulumi package gen-sdk` does where the language host can do that.
//
// Arguments: the schema's file, the language (nodejs, python or go), and the folder for the SDK.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	if err := generate(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate(schemaFile, language, folder string) error {
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		return err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return err
	}
	pkg, problems, err := schema.BindSpec(spec, nil, schema.ValidationOptions{})
	if err != nil {
		return err
	}
	if problems.HasErrors() {
		return problems
	}
	var files map[string][]byte
	switch language {
	case "go":
		files, err = gogen.GeneratePackage("pulumi", pkg, nil)
	case "python":
		files, err = python.GeneratePackage("pulumi", pkg, nil, nil)
	case "nodejs":
		files, err = nodejs.GeneratePackage("pulumi", pkg, nil, nil, false, nil)
	default:
		err = fmt.Errorf("no SDK is written for %q", language)
	}
	if err != nil {
		return err
	}
	for name, contents := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, contents, 0o644); err != nil {
			return err
		}
	}
	return nil
}
