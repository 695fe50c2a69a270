"""check_schema.py SCHEMA FILE...: validates YAML files against a JSON Schema, as an editor would."""
import json
import sys

import jsonschema
import yaml


def with_text_keys(value):
    """JSON has no other keys, and editors see none."""
    if isinstance(value, dict):
        return {str(key): with_text_keys(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_text_keys(inner) for inner in value]
    return value


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    failed = False
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            document = with_text_keys(yaml.safe_load(file))
        for error in validator.iter_errors(document):
            print(f"{path}: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")
            failed = True
    return 1 if failed else 0


sys.exit(main())
