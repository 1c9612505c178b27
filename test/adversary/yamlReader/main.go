// Reads programs in YAML as Pulumi's YAML host does, with its own packages: one JSON list of programs from the input, and
// of each one what it declares, or why it is none.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/ast"
)

type resource struct {
	Variable string         `json:"variable"`
	Kind     string         `json:"kind"`
	Name     string         `json:"name"`
	Args     map[string]any `json:"args"`
}

type program struct {
	Problems  []string   `json:"problems"`
	Resources []resource `json:"resources"`
}

func main() {
	var texts []string
	if err := json.NewDecoder(os.Stdin).Decode(&texts); err != nil {
		panic(err)
	}
	programs := make([]program, len(texts))
	for i, text := range texts {
		programs[i] = read(text)
	}
	if err := json.NewEncoder(os.Stdout).Encode(programs); err != nil {
		panic(err)
	}
}

func read(text string) program {
	found := program{Problems: []string{}, Resources: []resource{}}
	template, diagnostics, err := pulumiyaml.LoadYAMLBytes("Pulumi.yaml", []byte(text))
	if err != nil {
		found.Problems = append(found.Problems, err.Error())
	}
	for _, diagnostic := range diagnostics {
		found.Problems = append(found.Problems, diagnostic.Error())
	}
	if template == nil {
		return found
	}
	constants := map[string]any{}
	for _, entry := range template.Variables.Entries {
		if _, taken := constants[entry.Key.Value]; taken {
			found.Problems = append(found.Problems, entry.Key.Value+" is there twice")
		}
		constants[entry.Key.Value] = evaluate(entry.Value, nil)
	}
	taken := map[string]bool{}
	for _, entry := range template.Resources.Entries {
		_, isConstant := constants[entry.Key.Value]
		if isConstant || taken[entry.Key.Value] {
			found.Problems = append(found.Problems, entry.Key.Value+" is there twice")
		}
		taken[entry.Key.Value] = true
		args := map[string]any{}
		for _, property := range entry.Value.Properties.PropertyMap.Entries {
			args[property.Key.Value] = evaluate(property.Value, constants)
		}
		found.Resources = append(found.Resources, resource{
			Variable: entry.Key.Value,
			Kind:     strings.TrimPrefix(entry.Value.Type.Value, "gce:index:"),
			Name:     entry.Value.Name.Value,
			Args:     args,
		})
	}
	return found
}

// The value of an expression; of what is none of a program that adopt writes, its type.
func evaluate(expression ast.Expr, constants map[string]any) any {
	switch found := expression.(type) {
	case *ast.StringExpr:
		return found.Value
	case *ast.NumberExpr:
		return found.Value
	case *ast.BooleanExpr:
		return found.Value
	case *ast.SymbolExpr:
		return constants[found.Property.RootName()]
	case *ast.ListExpr:
		items := make([]any, len(found.Elements))
		for i, element := range found.Elements {
			items[i] = evaluate(element, constants)
		}
		return items
	case *ast.ObjectExpr:
		members := map[string]any{}
		for _, entry := range found.Entries {
			members[fmt.Sprint(evaluate(entry.Key, constants))] = evaluate(entry.Value, constants)
		}
		return members
	default:
		return fmt.Sprintf("%T", expression)
	}
}
