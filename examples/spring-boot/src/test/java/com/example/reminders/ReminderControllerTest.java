package com.example.reminders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.spring.test.FakeBelfry;
import dev.belfry.spring.test.WithFakeBelfry;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.web.client.RestClient;

/** Without a server: the fake keeps the timer until the test fires it. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@WithFakeBelfry
class ReminderControllerTest {
    @Autowired private ReminderController reminders;
    @Autowired private FakeBelfry belfry;
    @LocalServerPort private int port;

    @Test
    void remindsWhenTheTimerFires() {
        RestClient.create("http://127.0.0.1:" + port)
                .put()
                .uri("/reminders/flowers?in=PT24H&text=water")
                .retrieve()
                .toBodilessEntity();
        assertThat(belfry.timers("default")).containsExactly("flowers");
        assertThat(belfry.fire("default", "flowers").statusCode()).isEqualTo(204);
        assertThat(reminders.reminded()).containsExactly("flowers: water");
    }
}
