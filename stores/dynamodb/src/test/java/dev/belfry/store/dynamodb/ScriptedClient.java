package dev.belfry.store.dynamodb;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** A client that answers as it was told, for what DynamoDB Local never answers. Thread-safe. */
final class ScriptedClient implements DynamoDbClient {
    private final Deque<Object> answers = new ArrayDeque<>();
    private final List<SdkRequest> sent = new CopyOnWriteArrayList<>();

    /** The answers to the next calls; the last one stays. */
    ScriptedClient then(DynamoDbResponse answer) {
        answers.add(answer);
        return this;
    }

    ScriptedClient then(SdkException failure) {
        answers.add(failure);
        return this;
    }

    <T extends SdkRequest> List<T> sent(Class<T> kind) {
        return sent.stream().map(kind::cast).toList();
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        return answer(request, TransactWriteItemsResponse.class);
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
        return answer(request, UpdateItemResponse.class);
    }

    /** Groups are opened without a script. */
    @Override
    public PutItemResponse putItem(PutItemRequest request) {
        return PutItemResponse.builder().build();
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        return answer(request, GetItemResponse.class);
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        return answer(request, BatchGetItemResponse.class);
    }

    @Override
    public QueryResponse query(QueryRequest request) {
        return answer(request, QueryResponse.class);
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}

    private synchronized <T> T answer(SdkRequest request, Class<T> kind) {
        sent.add(request);
        var answer = answers.size() > 1 ? answers.remove() : answers.element();
        if (answer instanceof SdkException failure) {
            throw failure;
        }
        return kind.cast(answer);
    }
}
