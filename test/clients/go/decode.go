// Asks for every list, and for every object in them, with the client that was generated from the served description;
// prints one line of JSON for each. The reflection stands for a program that names all the methods.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"strings"
	"time"

	plumbline "example.org/plumbline/client"
)

// outcome is what came of one list, or of all the objects in it.
type outcome struct {
	Operation string   `json:"operation"`
	Decoded   int      `json:"decoded"`
	Failures  []string `json:"failures"`
}

func main() {
	configuration := plumbline.NewConfiguration()
	configuration.Servers = plumbline.ServerConfigurations{{URL: os.Args[1] + "/api"}}
	configuration.AddDefaultHeader("Authorization", "Token "+os.Args[2])
	client := reflect.ValueOf(plumbline.NewAPIClient(configuration)).Elem()
	for index := 0; index < client.NumField(); index++ {
		service := client.Field(index)
		if !strings.HasSuffix(client.Type().Field(index).Name, "API") {
			continue
		}
		for method := 0; method < service.NumMethod(); method++ {
			name := service.Type().Method(method).Name
			if strings.HasSuffix(name, "List") && service.Method(method).Type().NumIn() == 1 {
				decodeAll(service, name)
			}
		}
	}
}

// decodeAll decodes a list, then each object of it by itself.
func decodeAll(service reflect.Value, name string) {
	if needsMore(service.MethodByName(name)) {
		return
	}
	list, failure := execute(service.MethodByName(name))
	results := resultsOf(list)
	tell(name, results.Len(), failure)
	retrieve := service.MethodByName(strings.TrimSuffix(name, "List") + "Retrieve")
	if !retrieve.IsValid() {
		return
	}
	failures := []string{}
	for index := 0; index < results.Len(); index++ {
		object := results.Index(index)
		id := object.Addr().MethodByName("GetId").Call(nil)[0]
		if _, failure := execute(retrieve, id.Convert(retrieve.Type().In(1))); failure != "" {
			failures = append(failures, failure)
		}
	}
	tell(strings.TrimSuffix(name, "List")+"Retrieve", results.Len(), failures...)
}

// needsMore says whether a list is only of what a parameter names.
func needsMore(method reflect.Value) bool {
	return method.Type().Out(0).Name() == "ApiDcimConnectedDeviceListRequest"
}

// resultsOf gives the objects of a page; a list without pages is one already.
func resultsOf(list reflect.Value) reflect.Value {
	if list.Kind() == reflect.Slice {
		return list
	}
	if list.Kind() == reflect.Pointer && !list.IsNil() {
		if results := list.Elem().FieldByName("Results"); results.IsValid() {
			return results
		}
	}
	return reflect.ValueOf([]any{})
}

// execute calls a method of the client and holds what it made of the answer beside the answer itself.
func execute(method reflect.Value, keys ...reflect.Value) (reflect.Value, string) {
	request := method.Call(append([]reflect.Value{reflect.ValueOf(context.Background())}, keys...))[0]
	if limit := request.MethodByName("Limit"); limit.IsValid() {
		request = limit.Call([]reflect.Value{reflect.ValueOf(int32(0)).Convert(limit.Type().In(0))})[0]
	}
	returned := request.MethodByName("Execute").Call(nil)
	decoded := returned[0]
	if err, failed := returned[len(returned)-1].Interface().(error); failed {
		return decoded, fmt.Sprint(err)
	}
	return decoded, difference(decoded, returned[len(returned)-2].Interface().(*http.Response))
}

// difference says what of an answer is lost or changed by decoding and encoding it.
func difference(decoded reflect.Value, response *http.Response) string {
	sent, err := io.ReadAll(response.Body)
	if err != nil {
		return err.Error()
	}
	again, err := json.Marshal(decoded.Interface())
	if err != nil {
		return err.Error()
	}
	var before, after any
	if err := json.Unmarshal(sent, &before); err != nil {
		return err.Error()
	}
	if err := json.Unmarshal(again, &after); err != nil {
		return err.Error()
	}
	return unlike("", before, after)
}

// unlike finds the first place where two values of JSON differ.
func unlike(place string, before, after any) string {
	if one, isObject := before.(map[string]any); isObject {
		if other, isObject := after.(map[string]any); isObject {
			for key, value := range one {
				if found := unlike(place+"."+key, value, other[key]); found != "" {
					return found
				}
			}
			return ""
		}
	}
	if one, isList := before.([]any); isList {
		if other, isList := after.([]any); isList && len(one) == len(other) {
			for index := range one {
				if found := unlike(fmt.Sprintf("%s[%d]", place, index), one[index], other[index]); found != "" {
					return found
				}
			}
			return ""
		}
	}
	if reflect.DeepEqual(before, after) || sameMoment(before, after) {
		return ""
	}
	return fmt.Sprintf("%s was %v and became %v", place, before, after)
}

// sameMoment says whether both are one moment: Go leaves out zeros at the end of a fraction.
func sameMoment(before, after any) bool {
	one, isText := before.(string)
	other, isTextToo := after.(string)
	if !isText || !isTextToo {
		return false
	}
	first, err := time.Parse(time.RFC3339Nano, one)
	if err != nil {
		return false
	}
	second, err := time.Parse(time.RFC3339Nano, other)
	return err == nil && first.Equal(second)
}

// tell prints what came of one operation.
func tell(operation string, decoded int, failures ...string) {
	found := []string{}
	for _, failure := range failures {
		if failure != "" {
			found = append(found, failure)
		}
	}
	line, _ := json.Marshal(outcome{operation, decoded, found})
	fmt.Println(string(line))
}
