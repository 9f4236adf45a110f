package dev.belfry.operate.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.timer.CredentialName;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Origin;
import dev.belfry.operate.config.SigningKeys;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsFileTest {
    private static final String KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    private static final GroupId BILLING = new GroupId("billing");

    private static CallbackSecrets parse(String yaml) {
        return new SecretsFile(SigningKeys.NONE).parse(yaml.getBytes(StandardCharsets.UTF_8));
    }

    private static String signed(CallbackSecrets secrets, GroupId group) {
        return secrets.keysOf(group).sign("m", 1, new byte[0]);
    }

    @Test
    void groupsHaveKeysOfTheirOwnOrThoseOfAll() {
        var secrets = parse("signingKeys: {'*': %s, billing: '%s %s'}".formatted(KEY, OTHER, KEY));
        assertThat(signed(secrets, GroupId.DEFAULT))
                .isEqualTo(SigningKeys.parse(KEY).sign("m", 1, new byte[0]));
        assertThat(signed(secrets, BILLING).split(" ")).hasSize(2);
    }

    @Test
    void withoutALineTheKeysOfTheConfigurationHold() {
        var secrets =
                new SecretsFile(SigningKeys.parse(KEY))
                        .parse(
                                "signingKeys: {billing: %s}"
                                        .formatted(OTHER)
                                        .getBytes(StandardCharsets.UTF_8));
        assertThat(signed(secrets, GroupId.DEFAULT))
                .isEqualTo(SigningKeys.parse(KEY).sign("m", 1, new byte[0]));
        assertThat(parse("").keysOf(BILLING).isEmpty()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    bearer: abc           | Authorization | Bearer abc
                    basic: user:word      | Authorization | Basic dXNlcjp3b3Jk
                    header: 'X-Key: abc'  | X-Key         | abc
                    """)
    void aCredentialIsAHeader(String kind, String header, String value) {
        var secrets = parse("credentials: {c: {%s, hosts: a.example}}".formatted(kind));
        var credential = secrets.credentials().get(CredentialName.of("c"));
        assertThat(credential.header()).isEqualTo(header);
        assertThat(credential.value().value()).isEqualTo(value);
        assertThat(secrets.toString()).doesNotContain(value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    hosts: a.example                              | https://a.example/x  | true
                    hosts: a.example                              | https://A.example.   | true
                    hosts: a.example                              | http://a.example     | false
                    hosts: a.example, schemes: 'http, https'      | http://a.example     | true
                    hosts: a.example                              | https://b.a.example  | false
                    hosts: '*.example'                            | https://b.a.example  | true
                    hosts: '*.example, !c.example'                | https://c.example    | false
                    hosts: a.example, groups: 'shop, bill*'       | https://a.example    | true
                    hosts: a.example, groups: 'shop, bill'        | https://a.example    | false
                    """)
    void aCredentialIsBoundToHostsSchemesAndGroups(String binding, String url, boolean sent) {
        var secrets = parse("credentials: {c: {bearer: abc, %s}}".formatted(binding));
        assertThat(secrets.credential(CredentialName.of("c"), BILLING, Origin.of(url)).isPresent())
                .isEqualTo(sent);
        assertThat(secrets.credential(CredentialName.of("d"), BILLING, Origin.of(url))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {hunter2                                                            | YAML
                    hunter2                                                             | not an object
                    keys: {a: hunter2}                                                  | keys is not known
                    signingKeys: {billing: hunter2}                                     | signingKeys.billing
                    signingKeys: {billing: {a: hunter2}}                                | signingKeys.billing
                    signingKeys: {'a/b': whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw}        | signingKeys.a/b
                    credentials: {c: hunter2}                                           | credentials.c
                    credentials: {c: {bearer: hunter2}}                                 | hosts is missing
                    credentials: {c: {bearer: hunter2, host: a.example}}                | credentials.c.host is not known
                    credentials: {c: {hosts: a.example}}                                | one of bearer
                    credentials: {c: {bearer: hunter2, basic: 'a:hunter2', hosts: a.example}} | one of bearer
                    credentials: {c: {basic: hunter2, hosts: a.example}}                | user:password
                    credentials: {c: {header: hunter2, hosts: a.example}}               | header
                    credentials: {c: {header: 'Host: hunter2', hosts: a.example}}       | headers.Host
                    credentials: {c: {header: 'webhook-id: hunter2', hosts: a.example}} | webhook-id
                    credentials: {c: {bearer: "hunter2\\nX: y", hosts: a.example}}       | not printable
                    credentials: {c: {bearer: hunter2, hosts: 'http://a.example'}}      | hosts
                    credentials: {'a b': {bearer: hunter2, hosts: a.example}}           | a b
                    """)
    void whatIsWrongIsNamedAndNotShown(String yaml, String complaint) {
        assertThatThrownBy(() -> parse(yaml))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("callback.secrets")
                .hasMessageContaining(complaint)
                .hasMessageNotContaining("hunter2");
    }
}
