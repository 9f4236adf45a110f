package dev.belfry.operate.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.InvalidValueException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SigningKeysTest {
    /** The example that the Standard Webhooks libraries test themselves with. */
    @Test
    void theSignatureIsTheOneOfTheSpecification() {
        var keys = SigningKeys.parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        var body = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);
        assertThat(keys.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void noTextIsNoKey() {
        assertThat(SigningKeys.parse("  ").isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_c2hvcnQ=", "whsec_%%%%secret"})
    void aBadKeyIsRefusedWithoutBeingShown(String text) {
        assertThatThrownBy(() -> SigningKeys.parse(text))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("callback.signingKeys holds a key")
                .hasMessageNotContainingAny("MfKQ", "c2hvcnQ", "secret");
    }
}
